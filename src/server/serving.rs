//! Accept loop, with one thread per connection.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::http::Answer;
use super::http::{Refusal, Request};
use super::site::Site;

/// Maximum number of simultaneous connections.
const MOST_AT_A_TIME: usize = 64;
/// Maximum size of a request head, in bytes.
const MOST_HEAD: usize = 16 << 10;
/// Read and write timeout of a connection.
const PATIENCE: Duration = Duration::from_secs(30);
/// Pause between two checks for a new connection.
const PAUSE: Duration = Duration::from_millis(10);

/// Listens on the loopback address, which only this machine can reach; on any free port if `port` is 0.
///
/// # Errors
/// The error of the operating system, for example when the port is in use.
pub fn listener(port: u16) -> io::Result<TcpListener> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    // Non-blocking, so that the loop can check `ends` between two connections.
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Serves connections until `ends` returns `true`.
///
/// # Errors
/// The system's error of the listener.
pub fn serve(listener: &TcpListener, site: &Arc<Site>, ends: impl Fn() -> bool) -> io::Result<()> {
    // Each connection holds a clone; the reference count is the number of connections.
    let asking = Arc::new(());
    while !ends() {
        match listener.accept() {
            Ok((connection, _)) => {
                let (site, asks) = (Arc::clone(site), Arc::clone(&asking));
                if Arc::strong_count(&asks) > MOST_AT_A_TIME + 1 {
                    // On this thread and without waiting, so that a flood of connections starts no more threads.
                    let _ = refuse(connection);
                    continue;
                }
                // If no thread can be started, the connection is closed and the browser retries.
                let _ = thread::Builder::new().name("answer".to_owned()).spawn(move || {
                    // The client can disconnect at any time; that is not an error.
                    let _ = answer(connection, &site);
                    drop(asks);
                });
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock) => thread::sleep(PAUSE),
            // The client disconnected before the connection was accepted.
            Err(error) if matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::Interrupted) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Sends the response that the server is busy. The response is short enough for the system's buffer, so this does not block.
fn refuse(mut connection: TcpStream) -> io::Result<()> {
    connection.set_nonblocking(false)?;
    connection.set_write_timeout(Some(PAUSE))?;
    Answer::refused(Refusal::Busy).write(&mut connection, false)
}

fn answer(mut connection: TcpStream, site: &Site) -> io::Result<()> {
    connection.set_nonblocking(false)?;
    connection.set_read_timeout(Some(PATIENCE))?;
    connection.set_write_timeout(Some(PATIENCE))?;
    let mut head = Vec::new();
    let mut buffer = [0; 4096];
    let request = loop {
        match Request::parse(&head) {
            Ok(Some(request)) => break Ok(request),
            Err(refusal) => break Err(refusal),
            Ok(None) if head.len() >= MOST_HEAD => break Err(Refusal::TooLarge),
            Ok(None) => {}
        }
        let count = connection.read(&mut buffer)?;
        if count == 0 {
            return Ok(());
        }
        head.extend_from_slice(&buffer[..count]);
    };
    match request {
        Ok(request) => site.answer(&request).write(&mut connection, request.is_head)?,
        Err(refusal) => Answer::refused(refusal).write(&mut connection, false)?,
    }
    connection.flush()
}
