//! The configuration of docs/hosting, served by a real nats-server without its certificates: it does what docs/network.md says of it.
#![cfg(feature = "nats")]
#![allow(
    clippy::disallowed_methods,
    reason = "these tests are about processes and files"
)]

mod common;
mod permissions;

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use common::{answering, piece::piece};
use millipawn_evolve::job::task::perform;
use millipawn_network::{Build, Coordinator, Event, Pollen, Pollinator};
use permissions::{DEAF_DEMES, DEAF_WORKERS, NO_DEMES, NO_WORKERS, User};

/// Nothing here takes so long, on whatever machine: who comes late hears an offer when it is repeated, after a minute.
const LONG: Duration = Duration::from_secs(120);
const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting");
const USERS: [(&str, &str); 3] = [("MP_ALL", "pa1"), ("MP_WORKER", "pb2"), ("MP_DEME", "pc3")];

/// A server with that configuration, at a port of its own.
struct Server {
    child: Child,
    folder: PathBuf,
    port: String,
}

impl Server {
    fn start() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = folder.join(format!("hosting-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("it can be written");
        let written = fs::read_to_string(Path::new(DOCS).join("nats.conf")).expect("it is there");
        let certificate =
            r#"tls { cert_file: "/etc/millipawn/cert.pem", key_file: "/etc/millipawn/key.pem" }"#;
        let mut text = written.clone();
        for (from, to, times) in [
            (format!("  {certificate}"), "  no_tls: true".to_owned(), 1),
            (certificate.to_owned(), String::new(), 1),
            (
                r#"host: "0.0.0.0""#.to_owned(),
                r#"host: "127.0.0.1""#.to_owned(),
                2,
            ),
            ("port: 4222".to_owned(), "port: -1".to_owned(), 1),
            ("port: 443".to_owned(), "port: -1".to_owned(), 1),
            (
                r#""/var/lib/nats""#.to_owned(),
                format!("{:?}", folder.join("store")),
                1,
            ),
        ] {
            assert_eq!(text.matches(&from).count(), times, "{from}");
            text = text.replace(&from, &to);
        }
        let file = folder.join("nats.conf");
        fs::write(&file, text).expect("it can be written");
        let path = env::var("PATH").unwrap_or_default();
        let mut child = Command::new("nats-server")
            .arg("--config")
            .arg(&file)
            .env("PATH", format!("{path}:/usr/sbin"))
            .envs(USERS)
            .stderr(Stdio::piped())
            .spawn()
            .expect("nats-server is there");
        let mut lines = BufReader::new(child.stderr.take().expect("it is ours")).lines();
        let mut port = None;
        let mut told = String::new();
        for line in lines.by_ref() {
            let line = line.expect("it is text");
            if let Some((_, at)) = line.split_once("Listening for client connections on 127.0.0.1:")
            {
                port = Some(at.to_owned());
            }
            if line.contains("Server is ready") {
                break;
            }
            told += &line;
        }
        // A server whose log nobody reads ends.
        thread::spawn(move || lines.for_each(drop));
        let port = port.unwrap_or_else(|| panic!("it does not start: {told}"));
        Self {
            child,
            folder,
            port,
        }
    }

    fn url(&self, user: &str, variable: &str) -> String {
        let password = USERS.iter().find(|(name, _)| *name == variable);
        let (_, password) = password.expect("there is such a user");
        format!("nats://{user}:{password}@127.0.0.1:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn the_configuration_of_the_documentation_serves_work_and_rooms_apart() {
    let server = Server::start();
    let (told, heard) = mpsc::channel();
    let coordinator = Coordinator::connect(
        &server.url("all", "MP_ALL"),
        Build::own(),
        Duration::from_secs(60),
        move |event| {
            let _ = told.send(event);
        },
    );
    let coordinator = coordinator.expect("who has work is let in");
    let _worker = answering(&server.url("worker", "MP_WORKER"), |_, task| perform(&task));
    coordinator.begin();
    assert!(coordinator.offer(&piece(1)));
    let mut told = std::iter::from_fn(|| heard.recv_timeout(LONG).ok());
    assert!(
        told.any(|event| matches!(event, Event::Result(..))),
        "a worker does a piece"
    );

    let deme = |name: &str, password: &str| {
        let (told, heard) = mpsc::channel();
        let own = format!("mp.v1.offer.kitchen.{name}");
        let all = "mp.v1.offer.kitchen.*".to_owned();
        let joined = Pollinator::connect(password, own, all, move |pollen| {
            let _ = told.send(pollen);
        });
        joined.map(|pollinator| (pollinator, heard))
    };
    let url = server.url("deme", "MP_DEME");
    let (stove, _) = deme("stove", &url).expect("a deme is let in");
    let (_table, at_table) = deme("table", &url).expect("and another");
    stove.offer("hello".to_owned());
    let came =
        std::iter::from_fn(|| at_table.recv_timeout(LONG).ok()).find_map(|pollen| match pollen {
            Pollen::Offer(bytes) => Some(bytes),
            _ => None,
        });
    assert_eq!(came.as_deref(), Some(&b"hello"[..]));
    assert!(
        deme("liar", &server.url("deme", "MP_WORKER")).is_err(),
        "the password of another account opens nothing"
    );
    let mut deme = User::of(&url);
    deme.is_refused(&NO_DEMES, &DEAF_DEMES);
    deme.hears_itself("mp.v1.offer.>", "mp.v1.offer.a.b");
    User::of(&server.url("worker", "MP_WORKER")).is_refused(&NO_WORKERS, &DEAF_WORKERS);
}
