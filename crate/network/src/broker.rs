//! A nats-server as a child process: its configuration, its passwords, its end.

use std::{
    env, fs, io,
    net::{IpAddr, Ipv4Addr, UdpSocket},
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use tokio::{
    process::{Child, Command},
    runtime::Runtime,
    select,
    time::{sleep, timeout},
};

use crate::{
    NetworkError,
    link::{GREETING, Stop},
    random,
};

/// How long a broker may take to start.
const START: Duration = Duration::from_secs(20);
/// How long it may take to end.
const END: Duration = Duration::from_secs(5);
/// What work and results may take on the disk.
const STORE: &str = "2GB";
/// Versions of nats-server that are sound where strangers can reach them (the advisories of 2026): the least of each line, and all later
/// lines.
const SOUND: [[u32; 3]; 3] = [[2, 11, 16], [2, 12, 7], [2, 14, 0]];

const PACKAGES: &str = "no such program: install Debian's nats-server, Homebrew's nats-server, or the file of \
                        https://github.com/nats-io/nats-server/releases, or name it with --server";

/// Where a broker is to be found.
#[derive(Clone, Debug)]
pub struct Listen {
    /// The address that it listens on.
    pub address: IpAddr,
    /// The port; without one a free one.
    pub port: Option<u16>,
    /// The files of a certificate and its key.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Whether others may reach it without a certificate.
    pub allows_plain: bool,
    /// The port for the WebSockets of browsers; without one a free one.
    pub page_port: Option<u16>,
    /// The addresses of the pages that may open one, as in `https://example.org`.
    pub origins: Vec<String>,
}

/// On this machine alone, for no page.
impl Default for Listen {
    fn default() -> Self {
        Self {
            address: Ipv4Addr::LOCALHOST.into(),
            port: None,
            tls: None,
            allows_plain: false,
            page_port: None,
            origins: Vec::new(),
        }
    }
}

/// How to reach a broker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Urls {
    /// For those who have work: may do everything.
    pub url: String,
    /// For those who lend cores: may take work and tell results.
    pub work: String,
    /// For demes: may offer programs to each other.
    pub deme: String,
    /// The same for demes in a browser: a WebSocket.
    pub page: String,
}

/// What is kept of a broker, so that a second start is the same one.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    port: u16,
    all: String,
    worker: String,
    /// Brokers that were begun by an earlier build knew no demes.
    #[serde(default)]
    page_port: u16,
    #[serde(default)]
    deme: String,
}

/// A nats-server that ends with this value.
#[derive(Debug)]
pub struct Broker {
    runtime: Runtime,
    child: Child,
    program: PathBuf,
    folder: PathBuf,
    listen: Listen,
    kept: Kept,
    stop: Stop,
}

impl Broker {
    /// Starts `program`, or the nats-server of the path, with its files in `folder`. Who starts it there again finds it with the same
    /// passwords, at the same port.
    ///
    /// # Errors
    /// A program that is not there, is not fit to be reached by others, or does not start; a folder that cannot be written.
    pub fn start(
        program: Option<&Path>,
        folder: &Path,
        listen: Listen,
    ) -> Result<Self, NetworkError> {
        let program = program.map_or_else(installed, Path::to_owned);
        let version = version(&program)?;
        check(&listen, &version)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| NetworkError::of("the broker's thread", error))?;
        // Before there is a child that it would leave behind.
        let stop = runtime.block_on(async { Stop::listen() })?;
        fs::create_dir_all(folder).map_err(|error| NetworkError::of(folder.display(), error))?;
        let folder =
            fs::canonicalize(folder).map_err(|error| NetworkError::of(folder.display(), error))?;
        let mut kept = match fs::read(folder.join(KEPT)) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|error| NetworkError::of(folder.join(KEPT).display(), error))?,
            Err(_) => Kept {
                port: 0,
                all: password()?,
                worker: password()?,
                page_port: 0,
                deme: String::new(),
            },
        };
        if kept.deme.is_empty() {
            kept.deme = password()?;
        }
        kept.port = listen.port.unwrap_or(kept.port);
        kept.page_port = listen.page_port.unwrap_or(kept.page_port);
        let child = runtime.block_on(spawn(&program, &folder, &listen, &mut kept))?;
        let broker = Self {
            runtime,
            child,
            program,
            folder,
            listen,
            kept,
            stop,
        };
        let text = serde_json::to_string(&broker.kept).expect("plain data are always JSON");
        write(&broker.folder.join(KEPT), &text)?;
        Ok(broker)
    }

    /// How others reach it, at this host.
    pub fn urls(&self, host: IpAddr) -> Urls {
        let schemes = self
            .listen
            .tls
            .as_ref()
            .map_or(["nats", "ws"], |_| ["tls", "wss"]);
        let [scheme, page_scheme] = schemes;
        let Kept {
            port,
            all,
            worker,
            page_port,
            deme,
        } = &self.kept;
        let host = match host {
            IpAddr::V4(host) => host.to_string(),
            IpAddr::V6(host) => format!("[{host}]"),
        };
        Urls {
            url: format!("{scheme}://all:{all}@{host}:{port}"),
            work: format!("{scheme}://worker:{worker}@{host}:{port}"),
            deme: format!("{scheme}://deme:{deme}@{host}:{port}"),
            page: format!("{page_scheme}://deme:{deme}@{host}:{page_port}"),
        }
    }

    /// The port it listens on.
    pub const fn port(&self) -> u16 {
        self.kept.port
    }

    /// The port for browsers.
    pub const fn page_port(&self) -> u16 {
        self.kept.page_port
    }

    /// The process that serves now.
    pub fn process(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits for a signal that asks for the end. A server that ends by itself is started again, which `told` hears.
    ///
    /// # Errors
    /// A server that does not start again.
    pub fn serve(&mut self, told: impl Fn(String)) -> Result<(), NetworkError> {
        loop {
            let (child, stop) = (&mut self.child, &mut self.stop);
            let ended = self.runtime.block_on(async {
                select! {
                    // On a terminal Ctrl-C reaches both.
                    biased;
                    () = stop.wait() => None,
                    status = child.wait() => Some(status),
                }
            });
            let Some(status) = ended else {
                return Ok(());
            };
            let status = status.map_err(|error| NetworkError::of("nats-server", error))?;
            let again = spawn(&self.program, &self.folder, &self.listen, &mut self.kept);
            self.child = self.runtime.block_on(again)?;
            told(format!(
                "nats-server ended ({status}) and was started again"
            ));
        }
    }
}

/// The child is ended; what it stored stays for another start.
impl Drop for Broker {
    fn drop(&mut self) {
        let child = &mut self.child;
        self.runtime.block_on(async {
            ask_to_end(child);
            if timeout(END, child.wait()).await.is_err() {
                let _ = child.kill().await;
            }
        });
    }
}

/// Whoever is killed may leave a store that recovers badly.
#[cfg(unix)]
fn ask_to_end(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    let process = child.id().and_then(|id| i32::try_from(id).ok());
    if let Some(process) = process.and_then(Pid::from_raw) {
        // One that has ended by itself needs no more.
        let _ = kill_process(process, Signal::TERM);
    }
}

#[cfg(not(unix))]
fn ask_to_end(child: &mut Child) {
    let _ = child.start_kill();
}

const KEPT: &str = "network.json";

/// That of the path, or Debian's, which is not on everybody's.
fn installed() -> PathBuf {
    const DEBIAN: &str = "/usr/sbin";
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from(DEBIAN)]);
    let name = format!("nats-server{}", env::consts::EXE_SUFFIX);
    let mut programs = folders.map(|folder| folder.join(&name));
    programs
        .find(|program| program.is_file())
        .unwrap_or_else(|| PathBuf::from(name))
}

fn password() -> Result<String, NetworkError> {
    Ok(format!("{:016x}{:016x}", random()?, random()?))
}

/// Of the program, as it announces it.
fn version(program: &Path) -> Result<[u32; 3], NetworkError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => NetworkError::of(program.display(), PACKAGES),
        _ => NetworkError::of(program.display(), error),
    };
    let mut command = std::process::Command::new(program);
    let output = command.arg("--version").output().map_err(failed)?;
    let text = String::from_utf8_lossy(&output.stdout);
    parse_version(&text).ok_or_else(|| NetworkError::of(program.display(), "tells no version"))
}

/// Of `v2.14.0`, whatever precedes and follows it.
pub(crate) fn parse_version(text: &str) -> Option<[u32; 3]> {
    let (_, version) = text.trim().rsplit_once('v')?;
    let mut numbers = version.split(['.', '-']).map(|number| number.parse().ok());
    Some([numbers.next()??, numbers.next()??, numbers.next()??])
}

/// Whether it has none of the known holes.
pub(crate) fn is_sound(version: [u32; 3]) -> bool {
    let [oldest, .., newest] = SOUND;
    let of_its_line = SOUND.iter().find(|sound| sound[..2] == version[..2]);
    version >= oldest && (version >= newest || of_its_line.is_some_and(|sound| version >= *sound))
}

fn check(listen: &Listen, version: &[u32; 3]) -> Result<(), NetworkError> {
    if listen.address.is_loopback() {
        return Ok(());
    }
    if listen.tls.is_none() && !listen.allows_plain {
        let why = "others would reach it without encryption: --tls-cert and --tls-key, or --plain in a network that is your own";
        return Err(NetworkError::of(listen.address, why));
    }
    if !is_sound(*version) {
        let [a, b, c] = version;
        let least = SOUND.map(|[a, b, c]| format!("{a}.{b}.{c}")).join(", ");
        let why = format!(
            "nats-server {a}.{b}.{c} has known holes: others may reach it from versions {least} on"
        );
        return Err(NetworkError::of(listen.address, why));
    }
    Ok(())
}

fn configuration(folder: &Path, listen: &Listen, kept: &Kept) -> String {
    let own = |port: u16| match port {
        0 => -1,
        port => i32::from(port),
    };
    let (port, page_port) = (own(kept.port), own(kept.page_port));
    let quoted = |path: &Path| serde_json::json!(path).to_string();
    let tls = listen.tls.as_ref().map_or_else(String::new, |(cert, key)| {
        let (cert, key) = (quoted(cert), quoted(key));
        format!(
            "tls {{ cert_file: {cert}, key_file: {key}, timeout: {} }}\n",
            GREETING.as_secs()
        )
    });
    let page_tls = match tls.is_empty() {
        true => "no_tls: true\n",
        false => &tls,
    };
    // The server would take none for all.
    let origins = match listen.origins.is_empty() {
        true => "same_origin: true".to_owned(),
        false => format!("allowed_origins: {}", serde_json::json!(listen.origins)),
    };
    format!(
        r#"host: "{host}"
port: {port}
ports_file_dir: {ports}
max_connections: 4096
{tls}websocket {{
  host: "{host}"
  port: {page_port}
  compression: false
  {origins}
  {page_tls}}}
jetstream {{ store_dir: {store}, max_file_store: {STORE}, max_memory_store: 64MB }}
authorization {{
  users: [
    {{ user: all, password: "{all}" }}
    {{ user: worker, password: "{worker}", permissions: {{ {WORKER} }} }}
    {{ user: deme, password: "{deme}", permissions: {{ {DEME} }} }}
  ]
}}
"#,
        host = listen.address,
        ports = quoted(&folder.join("ports")),
        store = quoted(&folder.join("store")),
        all = kept.all,
        worker = kept.worker,
        deme = kept.deme,
    )
}

/// What a worker may do: tell results and that it is here, look at the queues, take from them and acknowledge.
const WORKER: &str = r#"
      publish: [ "mp.done.>", "mp.here.>", "$JS.API.CONSUMER.INFO.MP_WORK.*", "$JS.API.CONSUMER.MSG.NEXT.MP_WORK.*", "$JS.ACK.MP_WORK.>" ]
      subscribe: [ "mp.news.>", "_INBOX.>" ] "#;

/// What a deme may do: offer, and hear offers.
const DEME: &str = r#"publish: [ "mp.v1.offer.>" ], subscribe: [ "mp.v1.offer.>" ]"#;

async fn spawn(
    program: &Path,
    folder: &Path,
    listen: &Listen,
    kept: &mut Kept,
) -> Result<Child, NetworkError> {
    let failed = |error: io::Error| NetworkError::of(folder.display(), error);
    let ports = folder.join("ports");
    // What an earlier one left behind would be taken for the new one's.
    let _ = fs::remove_dir_all(&ports);
    fs::create_dir_all(&ports).map_err(failed)?;
    let path = folder.join("nats.conf");
    write(&path, &configuration(folder, listen, kept))?;
    let log = fs::File::create(folder.join("nats.log")).map_err(failed)?;
    let mut child = Command::new(program)
        .arg("--config")
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| NetworkError::of(program.display(), error))?;
    let started = Instant::now();
    while started.elapsed() < START {
        if let Some([port, page_port]) = announced(&ports) {
            (kept.port, kept.page_port) = (port, page_port);
            return Ok(child);
        }
        if let Ok(status) = timeout(Duration::from_millis(10), child.wait()).await {
            let status = status.map_err(failed)?;
            let log = fs::read_to_string(folder.join("nats.log")).unwrap_or_default();
            let last = log.lines().rfind(|line| !line.trim().is_empty());
            return Err(NetworkError::of(
                format_args!("nats-server ended ({status})"),
                last.unwrap_or_default(),
            ));
        }
        sleep(Duration::from_millis(10)).await;
    }
    Err(NetworkError::of("nats-server", "does not start"))
}

/// The ports that the server wrote down: its own, and that for browsers.
fn announced(folder: &Path) -> Option<[u16; 2]> {
    #[derive(Deserialize)]
    struct Ports {
        nats: Vec<String>,
        websocket: Vec<String>,
    }
    let first = |all: &[String]| all.first()?.rsplit(':').next()?.parse().ok();
    let file = fs::read_dir(folder).ok()?.next()?.ok()?;
    let ports: Ports = serde_json::from_slice(&fs::read(file.path()).ok()?).ok()?;
    Some([first(&ports.nats)?, first(&ports.websocket)?])
}

/// A file with passwords: nobody else may read it.
fn write(path: &Path, text: &str) -> Result<(), NetworkError> {
    let failed = |error| NetworkError::of(path.display(), error);
    fs::write(path, "").map_err(failed)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}

/// This machine's address in the local network, if it has one; nothing is sent.
pub fn local_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Any address that is not here (RFC 5737): the system tells from where it would be reached.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_judged() {
        assert_eq!(parse_version("nats-server: v2.9.10\n"), Some([2, 9, 10]));
        assert_eq!(parse_version("nats-server: v2.12.0-RC.1"), Some([2, 12, 0]));
        assert_eq!(parse_version("nats-server"), None);
        for sound in [
            [2, 11, 16],
            [2, 11, 20],
            [2, 12, 7],
            [2, 14, 0],
            [2, 15, 1],
            [3, 0, 0],
        ] {
            assert!(is_sound(sound), "{sound:?}");
        }
        for unsound in [[2, 9, 10], [2, 11, 15], [2, 12, 6], [2, 13, 9], [1, 99, 99]] {
            assert!(!is_sound(unsound), "{unsound:?}");
        }
    }

    #[test]
    fn others_are_let_in_on_purpose_alone() {
        let listen = |address: &str, allows_plain, tls| Listen {
            address: address.parse().expect("it is an address"),
            tls,
            allows_plain,
            ..Listen::default()
        };
        let files = || Some((PathBuf::from("cert"), PathBuf::from("key")));
        assert_eq!(
            check(&listen("127.0.0.1", false, None), &[2, 9, 10]),
            Ok(())
        );
        let refused = |listen: &Listen, version| check(listen, &version).expect_err("refused").0;
        let why = refused(&listen("0.0.0.0", false, None), [2, 15, 1]);
        assert!(why.contains("--plain"), "{why}");
        let why = refused(&listen("0.0.0.0", false, files()), [2, 9, 10]);
        assert!(why.contains("known holes"), "{why}");
        assert_eq!(check(&listen("0.0.0.0", true, None), &[2, 14, 0]), Ok(()));
        assert_eq!(check(&listen("::", false, files()), &[2, 12, 7]), Ok(()));
    }
}
