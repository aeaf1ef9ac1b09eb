//! Whether the standard output of this process was closed when it started.
//!
//! Rust opens `/dev/null` for closed standard streams before `main`, so that no write to them fails, and a program in a
//! script such as `edagari games >&-` would end with success though its output is lost. Therefore a function that runs
//! before Rust does, from the list of initializers of the executable, queries the system.

use std::sync::atomic::{AtomicBool, Ordering};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns whether standard output was closed when this process started; always `false` on systems other than Linux and macOS.
///
/// ```
/// assert!(!edagari_stdio::stdout_was_closed(), "tests have an output");
/// ```
#[must_use]
pub fn stdout_was_closed() -> bool {
    WAS_CLOSED.load(Ordering::Relaxed)
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod before_main {
    use super::{Ordering, WAS_CLOSED};

    extern "C" fn look() {
        // SAFETY: F_GETFD has no argument and only reads the flags of a descriptor, open or not.
        #[expect(unsafe_code, reason = "the call has no safe counterpart that works before `main`")]
        let is_closed = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1;
        WAS_CLOSED.store(is_closed, Ordering::Relaxed);
    }

    /// Entry of the list of functions that the loader calls before `main`.
    // SAFETY: the section holds pointers to functions of this type; `look` allocates nothing and uses nothing that Rust
    // sets up before `main`.
    #[expect(unsafe_code, reason = "nothing else runs before Rust opens the streams")]
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;
}
