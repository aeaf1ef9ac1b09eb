//! Saving of files as browser downloads.

use std::cell::RefCell;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

/// `false`: each download is a new file and replaces none.
#[cfg(feature = "window")]
pub const REPLACES: bool = false;

thread_local! {
    /// Files written by a worker, which only the page can download.
    static WRITTEN: RefCell<Vec<(String, Vec<u8>)>> = const { RefCell::new(Vec::new()) };
}

/// Returns and clears the files that this worker has written. The page must download them.
#[cfg(feature = "window")]
pub fn take_written() -> Vec<(String, Vec<u8>)> {
    WRITTEN.take()
}

/// Downloads files that were written by a worker.
///
/// # Errors
/// [`io::ErrorKind::Unsupported`] if the browser does not save files.
#[cfg(feature = "window")]
pub fn give_out(files: &[(String, Vec<u8>)]) -> io::Result<()> {
    files.iter().try_for_each(|(name, bytes)| download(name, bytes).ok_or_else(saves_no_files))
}

fn saves_no_files() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "the browser saves no files")
}

/// File being written.
pub type Unfinished = Vec<u8>;

/// Writes a file to memory and downloads it, unless `is_given_up` returns `true` before the download. A
/// worker stores the file for `take_written` instead.
///
/// # Errors
/// The error of `write`; [`io::ErrorKind::Interrupted`] if the write was given up;
/// [`io::ErrorKind::Unsupported`] if the browser does not save files.
pub fn replace(
    path: &Path,
    _: bool,
    is_given_up: impl Fn() -> bool,
    write: impl FnOnce(&mut BufWriter<&mut Unfinished>) -> io::Result<()>,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    let mut buffered = BufWriter::new(&mut bytes);
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    if is_given_up() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if is_in_page() {
        return download(&name, &bytes).ok_or_else(saves_no_files);
    }
    WRITTEN.with_borrow_mut(|written| written.push((name.into_owned(), bytes)));
    Ok(())
}

/// Always succeeds: a download never replaces another file.
///
/// # Errors
/// Never returns an error.
pub fn can_be_replaced(_: &Path, _: bool) -> io::Result<()> {
    Ok(())
}

#[cfg(feature = "window")]
fn is_in_page() -> bool {
    web_sys::window().is_some()
}

#[cfg(not(feature = "window"))]
const fn is_in_page() -> bool {
    true
}

#[cfg(feature = "window")]
fn download(name: &str, bytes: &[u8]) -> Option<()> {
    use wasm_bindgen::JsCast as _;

    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let kind = web_sys::BlobPropertyBag::new();
    kind.set_type("application/octet-stream");
    let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &kind).ok()?;
    let url = web_sys::Url::create_object_url_with_blob(&blob).ok()?;
    let link = web_sys::window()?.document()?.create_element("a").ok()?;
    let link = link.dyn_into::<web_sys::HtmlAnchorElement>().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    web_sys::Url::revoke_object_url(&url).ok()
}

#[cfg(not(feature = "window"))]
fn download(_: &str, _: &[u8]) -> Option<()> {
    None
}
