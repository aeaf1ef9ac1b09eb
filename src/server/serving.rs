//! Accept loop, with one thread per connection.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::http::Answer;
use super::http::{Refusal, Request};
use super::site::Site;

/// Maximum number of simultaneous connections.
const MAX_AT_A_TIME: usize = 64;
/// Maximum size of a request head, in bytes.
const MAX_HEAD: usize = 16 << 10;
/// Time within which the whole head of a request has to arrive.
const HEAD_DEADLINE: Duration = Duration::from_secs(5);
/// Write timeout of a connection.
const PATIENCE: Duration = Duration::from_secs(30);
/// Pause between two checks for a new connection.
const PAUSE: Duration = Duration::from_millis(10);
/// Pause after the system failed to accept a connection, for example because no descriptors are
/// left.
const SCARCITY: Duration = Duration::from_millis(200);

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

/// Connections whose request has not arrived, the oldest first. Their clients may not know the
/// token.
#[derive(Debug, Default)]
struct Unknown(Mutex<Vec<Arc<TcpStream>>>);

impl Unknown {
    fn list(&self) -> MutexGuard<'_, Vec<Arc<TcpStream>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, connection: &Arc<TcpStream>) {
        self.list().push(Arc::clone(connection));
    }

    /// Removes a connection whose request has arrived, or that has ended.
    fn remove(&self, connection: &Arc<TcpStream>) {
        self.list().retain(|other| !Arc::ptr_eq(other, connection));
    }

    /// Closes the oldest connection; returns whether there is one.
    fn make_room(&self) -> bool {
        let mut list = self.list();
        if list.is_empty() {
            return false;
        }
        // The thread of the connection ends when it reads the end of the stream.
        let _ = list.remove(0).shutdown(Shutdown::Both);
        true
    }
}

/// Serves connections until `ends` returns `true`. If the system cannot accept a connection, for
/// example because the process has no descriptors left, it retries.
pub fn serve(listener: &TcpListener, site: &Arc<Site>, ends: impl Fn() -> bool) {
    // Each connection holds a clone; the reference count is the number of connections.
    let asking = Arc::new(());
    let unknown = Arc::new(Unknown::default());
    while !ends() {
        match listener.accept() {
            Ok((connection, _)) => {
                let (site, asks) = (Arc::clone(site), Arc::clone(&asking));
                if Arc::strong_count(&asks) > MAX_AT_A_TIME + 1 && !unknown.make_room() {
                    // Answered on this thread without blocking, so that a flood of connections
                    // starts no more threads.
                    let _ = refuse(&connection);
                    continue;
                }
                let connection = Arc::new(connection);
                unknown.add(&connection);
                let (waiting, own) = (Arc::clone(&unknown), Arc::clone(&connection));
                let started = thread::Builder::new().name("answer".to_owned()).spawn(move || {
                    // The client can disconnect at any time; that is not an error.
                    let _ = answer(&own, &site, &waiting);
                    waiting.remove(&own);
                    drop(asks);
                });
                // If no thread can be started, the connection is closed and the browser retries.
                if started.is_err() {
                    unknown.remove(&connection);
                }
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock) => thread::sleep(PAUSE),
            // The client disconnected before the connection was accepted.
            Err(error) if matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::Interrupted) => {}
            Err(error) => {
                site.log(&format!("no connection can be accepted ({error}), trying again"));
                unknown.make_room();
                thread::sleep(SCARCITY);
            }
        }
    }
}

/// Sends the response that the server is busy. The response is short enough for the system's buffer, so this does not block.
fn refuse(mut connection: &TcpStream) -> io::Result<()> {
    connection.set_nonblocking(false)?;
    connection.set_write_timeout(Some(PAUSE))?;
    Answer::refused(Refusal::Busy).write(&mut connection, false)
}

fn answer(own: &Arc<TcpStream>, site: &Site, unknown: &Unknown) -> io::Result<()> {
    let mut connection: &TcpStream = own;
    connection.set_nonblocking(false)?;
    connection.set_write_timeout(Some(PATIENCE))?;
    let until = Instant::now() + HEAD_DEADLINE;
    let mut head = Vec::new();
    let mut buffer = [0; 4096];
    let request = loop {
        match Request::parse(&head) {
            Ok(Some(request)) => break Ok(request),
            Err(refusal) => break Err(refusal),
            Ok(None) if head.len() >= MAX_HEAD => break Err(Refusal::TooLarge),
            Ok(None) => {}
        }
        // One deadline for the whole head: a client that sends single bytes does not extend it.
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        connection.set_read_timeout(Some(left))?;
        let count = connection.read(&mut buffer)?;
        if count == 0 {
            return Ok(());
        }
        head.extend_from_slice(&buffer[..count]);
    };
    match request {
        Ok(request) => {
            if site.knows(&request) {
                unknown.remove(own);
            }
            let answer = site.answer(&request);
            site.log_answer(&request, &answer);
            answer.write(&mut connection, request.is_head)?;
        }
        Err(refusal) => {
            site.log(&format!("refused: {refusal}"));
            Answer::refused(refusal).write(&mut connection, false)?;
        }
    }
    connection.flush()
}
