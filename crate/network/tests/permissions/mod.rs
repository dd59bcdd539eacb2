//! What a user of a broker may do: a refusal is told by the server itself.
#![allow(dead_code, reason = "each who takes it uses a part")]

use std::time::Duration;

use async_nats::{
    Client, ConnectOptions, Event, ServerAddr,
    jetstream::{
        self,
        stream::{Config, State},
    },
};
use futures_util::StreamExt as _;
use tokio::{
    runtime::Runtime,
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
    time::timeout,
};

/// Nothing here takes so long, on whatever machine.
const LONG: Duration = Duration::from_secs(60);

/// What a deme must not publish.
pub(crate) const NO_DEMES: [&str; 6] = [
    "$JS.API.INFO",
    "$JS.API.STREAM.CREATE.X",
    "$SYS.REQ.SERVER.PING",
    "mp.work.1.own.x.1.1.1.1",
    "mp.done.1.own.x.1.1.1.1",
    "mp.news.1.own",
];
/// What it must not hear.
pub(crate) const DEAF_DEMES: [&str; 5] = [">", "_INBOX.>", "$JS.>", "mp.>", "mp.news.>"];
/// What a worker must not publish.
pub(crate) const NO_WORKERS: [&str; 9] = [
    "$JS.API.STREAM.CREATE.X",
    "$JS.API.STREAM.DELETE.MP_WORK",
    "$JS.API.STREAM.PURGE.MP_WORK",
    "$JS.API.CONSUMER.CREATE.MP_WORK",
    "$JS.API.CONSUMER.MSG.NEXT.MP_DONE.x",
    "mp.work.1.own.x.1.1.1.1",
    "mp.v1.offer.a.b",
    "mp.v1.offer.work.b",
    "mp.v1.offer.done.b",
];
/// What it must not hear.
pub(crate) const DEAF_WORKERS: [&str; 5] = [">", "$JS.>", "mp.>", "mp.work.>", "mp.done.>"];

/// Somebody who is let in under a name.
pub(crate) struct User {
    runtime: Runtime,
    client: Client,
    errors: UnboundedReceiver<String>,
}

impl User {
    /// Who this address names.
    pub(crate) fn of(url: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let (told, errors) = unbounded_channel();
        let address: ServerAddr = url.parse().expect("an address");
        let [user, password] = [address.username(), address.password()]
            .map(|text| text.expect("it names a user").to_owned());
        let options = ConnectOptions::with_user_and_password(user, password);
        let options = options.event_callback(move |event| {
            if let Event::ServerError(error) = event {
                let _ = told.send(error.to_string().to_lowercase());
            }
            async {}
        });
        let client = runtime.block_on(options.connect(address));
        Self {
            runtime,
            client: client.expect("the broker is there"),
            errors,
        }
    }

    /// The server refuses each of these messages, and each of these subscriptions.
    pub(crate) fn is_refused(&mut self, messages: &[&'static str], subscriptions: &[&'static str]) {
        for subject in messages {
            let sent = self.client.publish(*subject, "x".into());
            self.runtime.block_on(sent).expect("it is sent");
            self.hears_of_a_violation("publish", subject);
        }
        for subject in subscriptions {
            let asked = self.client.subscribe(*subject);
            let _kept = self.runtime.block_on(asked).expect("it is sent");
            self.hears_of_a_violation("subscription", subject);
        }
    }

    fn hears_of_a_violation(&mut self, of: &str, subject: &str) {
        let error = self.runtime.block_on(async {
            self.client.flush().await.expect("it is connected");
            timeout(LONG, self.errors.recv()).await
        });
        let error = error.expect("it is refused").expect("it still listens");
        let refused = format!("permissions violation for {of}");
        assert!(error.contains(&refused), "{subject}: {error}");
    }

    /// It hears what it says itself.
    pub(crate) fn hears_itself(&self, subscription: &'static str, subject: &'static str) {
        let message = self.runtime.block_on(async {
            let heard = self.client.subscribe(subscription).await;
            let sent = self.client.publish(subject, "hello".into()).await;
            sent.expect("it is sent");
            timeout(LONG, heard.expect("it is sent").next()).await
        });
        let message = message.expect("it comes").expect("it still listens");
        assert_eq!(message.payload, "hello");
    }

    /// It says this, and the server has heard it.
    pub(crate) fn says(&mut self, subject: &'static str, what: &'static str) {
        self.runtime.block_on(async {
            let sent = self.client.publish(subject, what.into()).await;
            sent.expect("it is sent");
            self.client.flush().await.expect("it is connected");
        });
    }

    /// How many messages a stream that it makes, of one a subject, has once so many came to it.
    pub(crate) fn stores(
        &self,
        name: &str,
        subjects: &str,
        (count, what): (u64, impl FnOnce()),
    ) -> u64 {
        let config = Config {
            name: name.to_owned(),
            subjects: vec![subjects.to_owned()],
            max_messages_per_subject: 1,
            ..Config::default()
        };
        self.runtime.block_on(async {
            let context = jetstream::new(self.client.clone());
            let made = context.create_stream(config).await;
            made.expect("its subjects are nobody else's");
        });
        what();
        while self.state_of(name).last_sequence < count {}
        self.stored_in(name)
    }

    /// How many messages a stream has.
    pub(crate) fn stored_in(&self, name: &str) -> u64 {
        self.state_of(name).messages
    }

    fn state_of(&self, name: &str) -> State {
        self.runtime.block_on(async {
            let context = jetstream::new(self.client.clone());
            let stream = context.get_stream(name).await.expect("it is there");
            stream.cached_info().state.clone()
        })
    }
}
