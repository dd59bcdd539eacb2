//! A nats-server with the configuration of docs/hosting.
#![allow(dead_code, reason = "each who takes it uses a part")]
#![allow(clippy::disallowed_methods, reason = "it is about processes and files")]

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
};

const CONFIGURATION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting/nats.conf");
/// Users, the variables of their passwords, and these.
const USERS: [(&str, &str, &str); 3] = [
    ("all", "MP_ALL", "pa1"),
    ("worker", "MP_WORKER", "pb2"),
    ("deme", "MP_DEME", "pc3"),
];

/// One at a port of its own, which ends with this value.
pub(crate) struct Server {
    child: Child,
    folder: PathBuf,
    pub(crate) port: String,
}

impl Server {
    /// With these files of a certificate and its key in the place of those that it names, or without encryption.
    pub(crate) fn start(tls: Option<[&str; 2]>) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = folder.join(format!("hosting-{}-{count}", std::process::id()));
        fs::create_dir_all(&folder).expect("it can be written");
        let mut text = fs::read_to_string(CONFIGURATION).expect("it is there");
        let mut replace = |from: &str, to: &str, times| {
            assert_eq!(text.matches(from).count(), times, "{from}");
            text = text.replace(from, to);
        };
        let (certificate, key) = ("/etc/millipawn/cert.pem", "/etc/millipawn/key.pem");
        match tls {
            Some([own, own_key]) => {
                replace(certificate, own, 2);
                replace(key, own_key, 2);
            }
            None => {
                let section = format!(
                    r#"tls {{ cert_file: "{certificate}", key_file: "{key}", timeout: 20 }}"#
                );
                replace(&format!("  {section}"), "  no_tls: true", 1);
                replace(&section, "", 1);
            }
        }
        replace(r#"host: "0.0.0.0""#, r#"host: "127.0.0.1""#, 2);
        replace("port: 4222", "port: -1", 1);
        replace("port: 443", "port: -1", 1);
        replace(
            r#""/var/lib/nats""#,
            &format!("{:?}", folder.join("store")),
            1,
        );
        let file = folder.join("nats.conf");
        fs::write(&file, text).expect("it can be written");
        let path = env::var("PATH").unwrap_or_default();
        let mut child = Command::new("nats-server")
            .arg("--config")
            .arg(&file)
            .env("PATH", format!("{path}:/usr/sbin"))
            .envs(USERS.map(|(_, variable, password)| (variable, password)))
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

    /// As this user.
    pub(crate) fn url(&self, user: &str) -> String {
        self.url_as(user, user)
    }

    /// As this user, with the password of that one.
    pub(crate) fn url_as(&self, user: &str, of: &str) -> String {
        let known = USERS.iter().find(|(name, ..)| *name == of);
        let (.., password) = known.expect("there is such a user");
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
