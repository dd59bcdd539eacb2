//! The commands that run for a reproduction: they end with it.

use std::{
    process::{self, Child, Command, ExitStatus},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::failure::{Failure, INTERRUPTED};

/// Those that run now.
#[derive(Clone, Debug, Default)]
pub(super) struct Children(Arc<Mutex<Now>>);

#[derive(Debug, Default)]
struct Now {
    /// Their numbers.
    running: Vec<u32>,
    /// Whether a signal asked for the end.
    is_over: bool,
}

impl Children {
    /// None yet. A signal that ends this program ends them from now on.
    ///
    /// # Errors
    /// When the system has no place for it.
    pub(super) fn new() -> Result<Self, Failure> {
        let children = Self::default();
        let ended = children.clone();
        let listens = millipawn_network::on_stop(move || ended.end());
        listens.map_err(|error| Failure::Refused(error.to_string()))?;
        Ok(children)
    }

    /// Starts one.
    ///
    /// # Errors
    /// A program that does not start, which `failed` puts into words, or a signal that came.
    pub(super) fn start(
        &self,
        command: &mut Command,
        failed: impl Fn(String) -> Failure,
    ) -> Result<Child, Failure> {
        let mut now = self.now();
        if now.is_over {
            return Err(Failure::Interrupted);
        }
        let child = command.spawn().map_err(|error| failed(error.to_string()))?;
        now.running.push(child.id());
        Ok(child)
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// One that cannot be waited for, which `failed` puts into words, or a signal that came.
    pub(super) fn wait(
        &self,
        child: &mut Child,
        failed: impl Fn(String) -> Failure,
    ) -> Result<ExitStatus, Failure> {
        until_over(child);
        // Until it is waited for, its number is nobody else's.
        let mut now = self.now();
        now.running.retain(|running| *running != child.id());
        let status = child.wait().map_err(|error| failed(error.to_string()))?;
        match now.is_over {
            true => Err(Failure::Interrupted),
            false => Ok(status),
        }
    }

    /// Asks all to end; who waits for them ends this program.
    fn end(&self) {
        let mut now = self.now();
        now.is_over = true;
        if now.running.is_empty() {
            process::exit(INTERRUPTED.into());
        }
        now.running.iter().copied().for_each(ask_to_end);
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(unix, feature = "network"))]
fn of(child: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(child).ok()?)
}

/// Waits until a child is over, which keeps its number.
#[cfg(all(unix, feature = "network"))]
fn until_over(child: &Child) {
    use rustix::{
        io::retry_on_intr,
        process::{WaitId, WaitIdOptions, waitid},
    };
    if let Some(child) = of(child.id()) {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        // Where this fails, so does the wait that follows.
        let _ = retry_on_intr(|| waitid(WaitId::Pid(child), options));
    }
}

#[cfg(not(all(unix, feature = "network")))]
fn until_over(_: &Child) {}

#[cfg(all(unix, feature = "network"))]
fn ask_to_end(child: u32) {
    use rustix::process::{Signal, kill_process};
    if let Some(child) = of(child) {
        // One that is over needs no more.
        let _ = kill_process(child, Signal::TERM);
    }
}

/// Elsewhere Ctrl-C reaches them by itself.
#[cfg(not(all(unix, feature = "network")))]
fn ask_to_end(_: u32) {}
