//! Listening, and one thread for each that asks.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::answer::Answer;
use super::request::{Refusal, Request};
use super::site::Site;

/// The most that are answered at a time.
const MOST_AT_A_TIME: usize = 64;
/// The most bytes of the head of a request.
const MOST_HEAD: usize = 16 << 10;
/// The time for which nothing may come, or be taken.
const PATIENCE: Duration = Duration::from_secs(30);
/// The pause between two looks at who asks.
const PAUSE: Duration = Duration::from_millis(10);

/// Listens at the loopback address, where only this machine asks; at any free port for 0.
///
/// # Errors
/// What the system says, as that the port is taken.
pub fn listener(port: u16) -> io::Result<TcpListener> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    // So that between two requests one sees whether to end.
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Answers who asks, until `ends` says so.
///
/// # Errors
/// What the system says of the listener.
pub fn serve(listener: &TcpListener, site: &Arc<Site>, ends: impl Fn() -> bool) -> io::Result<()> {
    // Each that is answered holds it; it counts them.
    let asking = Arc::new(());
    while !ends() {
        match listener.accept() {
            Ok((connection, _)) => {
                let (site, asks) = (Arc::clone(site), Arc::clone(&asking));
                if Arc::strong_count(&asks) > MOST_AT_A_TIME + 1 {
                    // Here and at once: a crowd of connections starts no more threads.
                    let _ = refuse(connection);
                    continue;
                }
                // Without a thread to be had, the connection is closed, and the browser asks again.
                let _ = thread::Builder::new().name("answer".to_owned()).spawn(move || {
                    // Whoever asks can go away at any time, which is no fault here.
                    let _ = answer(connection, &site);
                    drop(asks);
                });
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock) => thread::sleep(PAUSE),
            // Somebody gave up before being heard.
            Err(error) if matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::Interrupted) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Says that too many are answered already; the system buffers so short an answer, so nobody waits for it to be read.
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
