//! `millipawn network` and its workers, as processes.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::disallowed_methods, reason = "these tests are about processes")]

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Stdio},
    thread,
};

use serde_json::Value;

use super::{Folder, millipawn};

/// A process that ends with this value.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) fn start(arguments: &[&str]) -> Running {
    let mut command = millipawn(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    Running(command.spawn().expect("the program starts"))
}

pub(crate) fn signal(name: &str, process: u32) {
    let status = std::process::Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(status.expect("there is kill").success());
}

/// `millipawn network`, and its addresses.
pub(crate) struct Network {
    pub(crate) running: Running,
    pub(crate) url: String,
    pub(crate) work: String,
    pub(crate) folder: Folder,
}

impl Network {
    pub(crate) fn start() -> Self {
        let folder = Folder::new();
        let mut running = start(&["network", "--json", "--dir", &folder.path("broker")]);
        let output = running.0.stdout.as_mut().expect("asked for");
        let mut line = String::new();
        BufReader::new(output)
            .read_line(&mut line)
            .expect("it tells its addresses");
        let urls: Value = serde_json::from_str(&line).expect("a line of JSON");
        let text = |name: &str| urls[name].as_str().expect("an address").to_owned();
        Self {
            url: text("url"),
            work: text("work"),
            running,
            folder,
        }
    }

    pub(crate) fn worker(&self) -> Running {
        start(&["work", &self.work, "--workers", "1"])
    }

    /// The nats-server that serves now.
    pub(crate) fn server(&self) -> u32 {
        loop {
            let ports = std::fs::read_dir(Path::new(&self.folder.path("broker")).join("ports"));
            let name = ports.ok().and_then(|mut files| files.next()?.ok());
            let name = name.map(|file| file.file_name().to_string_lossy().into_owned());
            let digits: String = name
                .unwrap_or_default()
                .chars()
                .filter(char::is_ascii_digit)
                .collect();
            if let Ok(process) = digits.parse() {
                return process;
            }
            thread::yield_now();
        }
    }
}

/// The interrupt ends `millipawn network`, and its child with it.
impl Drop for Network {
    fn drop(&mut self) {
        let server = self.server();
        signal("-INT", self.running.0.id());
        let status = self.running.0.wait().expect("it ends");
        if !thread::panicking() {
            assert!(status.success(), "{status}");
            assert!(
                !Path::new(&format!("/proc/{server}")).exists(),
                "nats-server still runs"
            );
        }
    }
}
