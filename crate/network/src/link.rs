//! A connection to the broker, and the streams that hold work and results.

use std::{
    net::IpAddr,
    sync::atomic::{AtomicBool, Ordering},
    thread::{self, JoinHandle},
    time::Duration,
};

use async_nats::{
    Client, ConnectOptions, ServerAddr,
    jetstream::{
        self, Context,
        consumer::{Consumer, pull},
        stream::{Config, RetentionPolicy},
    },
};
use tokio::{
    runtime::{self, Runtime},
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};

use crate::{
    NetworkError,
    broker::{is_sound, parse_version},
    refusal,
};

/// Holds work until somebody has done it.
pub(crate) const WORK: &str = "MP_WORK";
/// Holds results until their coordinator has heard them.
pub(crate) const DONE: &str = "MP_DONE";

/// What nobody asks for any more is forgotten: whoever asked for it has died.
const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);
/// How long somebody may take to greet, here and at a broker of ours. A machine that works may be slow, and the usual two seconds are over.
pub(crate) const GREETING: Duration = Duration::from_secs(20);
/// Between attempts to reach the broker.
pub(crate) const AGAIN: Duration = Duration::from_millis(500);

/// A connection, and the runtime that it lives in.
pub(crate) struct Line {
    pub(crate) runtime: Runtime,
    pub(crate) client: Client,
    pub(crate) context: Context,
    /// Hears of every connection, the first among them.
    pub(crate) connected: UnboundedReceiver<()>,
}

/// Opens one, which from then on opens again whenever it is lost. `trouble` hears of that, and of what the broker refuses.
///
/// # Errors
/// A broker that cannot be reached now, or refuses this user.
pub(crate) fn open(
    url: &str,
    name: &str,
    trouble: impl Fn(String) + Clone + Send + Sync + 'static,
) -> Result<Line, NetworkError> {
    let runtime = own_runtime()?;
    let (connections, connected) = unbounded_channel();
    let client = runtime.block_on(connect(url, name, connections, trouble))?;
    // Inside the runtime: it starts a task.
    let context = runtime.block_on(async { jetstream::new(client.clone()) });
    Ok(Line {
        runtime,
        client,
        context,
        connected,
    })
}

fn own_runtime() -> Result<Runtime, NetworkError> {
    let mut builder = runtime::Builder::new_current_thread();
    let built = builder.enable_all().build();
    built.map_err(|error| NetworkError::of(THREAD, error))
}

/// Calls `body` when a signal asks for the end, from a thread of its own; from now on no signal ends this program by itself.
///
/// # Errors
/// When the system has no place for it.
pub fn on_stop(body: impl FnOnce() + Send + 'static) -> Result<(), NetworkError> {
    let runtime = own_runtime()?;
    let mut stop = runtime.block_on(async { Stop::listen() })?;
    let thread = serve(move || {
        runtime.block_on(stop.wait());
        body();
    });
    thread.map(drop)
}

/// Starts the thread that serves a connection.
///
/// # Errors
/// When the system has no place for it.
pub(crate) fn serve(body: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, NetworkError> {
    let thread = thread::Builder::new().name("network".to_owned());
    let started = thread.spawn(body);
    started.map_err(|error| NetworkError::of(THREAD, error))
}

const THREAD: &str = "the network's thread";

async fn connect(
    url: &str,
    name: &str,
    connected: UnboundedSender<()>,
    trouble: impl Fn(String) + Clone + Send + Sync + 'static,
) -> Result<Client, NetworkError> {
    let refused = |error: &dyn std::fmt::Display| NetworkError::of(without_password(url), error);
    let address: ServerAddr = url.parse().map_err(|error| refused(&error))?;
    if address.is_websocket() {
        return Err(refused(
            &"that is the address for browsers; here one begins with nats:// or tls://",
        ));
    }
    let mut options = ConnectOptions::new();
    // The library reads them, and does not use them.
    if let (Some(user), Some(password)) = (address.username(), address.password()) {
        options = options.user_and_password(user.to_owned(), password.to_owned());
    }
    let outdated = trouble.clone();
    let is_lost = AtomicBool::new(false);
    let options = options
        .name(name)
        .ping_interval(Duration::from_secs(10))
        .connection_timeout(GREETING)
        .reconnect_delay_callback(|_| AGAIN)
        .event_callback(move |event| {
            match &event {
                async_nats::Event::Connected => {
                    if is_lost.swap(false, Ordering::Relaxed) {
                        trouble("connected again".to_owned());
                    }
                    let _ = connected.send(());
                }
                async_nats::Event::Disconnected if !is_lost.swap(true, Ordering::Relaxed) => {
                    trouble("the connection is lost: connecting again".to_owned());
                }
                async_nats::Event::ServerError(_) => trouble(event.to_string()),
                _ => {}
            }
            async {}
        });
    let host = address.host().to_owned();
    let client = options.connect(address).await;
    let client = client.map_err(|error| refused(&refusal::why(&error)))?;
    let version = client.server_info().version;
    if !is_here(&host)
        && parse_version(&format!("v{version}")).is_none_or(|version| !is_sound(version))
    {
        outdated(format!(
            "nats-server {version} at {host} has known holes: whoever reaches it may end it"
        ));
    }
    Ok(client)
}

/// Whether a host is this machine, whatever reaches others.
fn is_here(host: &str) -> bool {
    let bare = host.trim_matches(['[', ']']);
    host == "localhost"
        || bare
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
}

/// An address that can be shown.
pub(crate) fn without_password(url: &str) -> String {
    let Some((_, host)) = url.rsplit_once('@') else {
        return url.to_owned();
    };
    match url.split_once("://") {
        Some((scheme, _)) => format!("{scheme}://{host}"),
        None => host.to_owned(),
    }
}

/// Makes the streams that are not there.
///
/// # Errors
/// A broker without JetStream, or that refuses it.
pub(crate) async fn streams(context: &Context) -> Result<(), NetworkError> {
    for (name, kind) in [(WORK, "work"), (DONE, "done")] {
        let config = Config {
            name: name.to_owned(),
            subjects: vec![format!("mp.{kind}.>")],
            retention: RetentionPolicy::WorkQueue,
            max_age: FORGOTTEN,
            ..Config::default()
        };
        // One that an earlier build made may be of other subjects.
        let made = context.create_or_update_stream(config).await;
        made.map_err(|error| NetworkError::of(format_args!("stream {name}"), error))?;
    }
    Ok(())
}

/// Makes a consumer; anew where it is ahead of its stream. A broker that died may have lost the end of a stream and kept how far its
/// consumers were: they would give out nothing until as much has come again.
///
/// # Errors
/// A broker that refuses it.
pub(crate) async fn consumer(
    context: &Context,
    stream: &str,
    name: String,
    config: pull::Config,
) -> Result<Consumer<pull::Config>, NetworkError> {
    let config = pull::Config {
        durable_name: Some(name.clone()),
        ..config
    };
    let failed = |error: &dyn std::fmt::Display| NetworkError::of(&name, error);
    let make = || context.create_consumer_on_stream(config.clone(), stream);
    let made = make().await.map_err(|error| failed(&error))?;
    // Asked later than how far the consumer is: whoever else works meanwhile makes it only greater.
    let whole = context.get_stream(stream).await;
    let whole = whole.map_err(|error| failed(&error))?;
    if made.cached_info().delivered.stream_sequence <= whole.cached_info().state.last_sequence {
        return Ok(made);
    }
    let gone = context.delete_consumer_from_stream(&name, stream).await;
    gone.map_err(|error| failed(&error))?;
    make().await.map_err(|error| failed(&error))
}

/// Signals that ask for the end, from when this is made.
#[derive(Debug)]
pub(crate) struct Stop {
    #[cfg(unix)]
    signals: [tokio::signal::unix::Signal; 3],
}

impl Stop {
    /// Must be called inside a runtime.
    ///
    /// # Errors
    /// When the system has no place for it.
    pub(crate) fn listen() -> Result<Self, NetworkError> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let failed = |error| NetworkError::of("signals", error);
            let interrupt = signal(SignalKind::interrupt()).map_err(failed)?;
            let terminate = signal(SignalKind::terminate()).map_err(failed)?;
            // The terminal is closed.
            let hangup = signal(SignalKind::hangup()).map_err(failed)?;
            Ok(Self {
                signals: [interrupt, terminate, hangup],
            })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Waits for one.
    pub(crate) async fn wait(&mut self) {
        #[cfg(unix)]
        {
            let [interrupt, terminate, hangup] = &mut self.signals;
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        let shown = without_password("nats://all:secret@127.0.0.1:4222");
        assert_eq!(shown, "nats://127.0.0.1:4222");
        let bare = without_password("worker:secret@127.0.0.1:4222");
        assert_eq!(bare, "127.0.0.1:4222");
        assert_eq!(without_password("127.0.0.1:4222"), "127.0.0.1:4222");
    }
}
