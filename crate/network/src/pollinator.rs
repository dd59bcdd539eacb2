//! The side of a deme: offers out and in, over publish and subscribe alone. Nothing is stored: what is lost is offered again.

use std::{thread::JoinHandle, time::Duration};

use async_nats::Subscriber;
use futures_util::StreamExt as _;
use tokio::{
    select,
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::{Instant, sleep_until, timeout},
};

use crate::{
    NetworkError,
    link::{self, Line},
};

/// An offer is repeated so often, for those who came meanwhile.
const REPEAT: Duration = Duration::from_secs(60);
/// Offers are no closer together: of those that come faster the newest is sent.
const PAUSE: Duration = Duration::from_secs(1);
/// When the connection was lost, those who lost it too are here again so long after this one.
const SETTLED: Duration = Duration::from_secs(2);
/// How long the last offer may take to be sent.
const LAST: Duration = Duration::from_secs(2);

/// What a deme hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pollen {
    /// Bytes that came, whatever they are.
    Offer(Vec<u8>),
    /// What is wrong, for people; connecting goes on.
    Trouble(String),
}

/// Carries offers between this deme and the others of its room.
#[derive(Debug)]
pub struct Pollinator {
    /// Closed for the end.
    offers: Option<UnboundedSender<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Pollinator {
    /// Publishes at the subject `own`, and hears what is published at `all`.
    ///
    /// # Errors
    /// A broker that cannot be reached, or refuses this user.
    pub fn connect(
        url: &str,
        own: String,
        all: String,
        told: impl Fn(Pollen) + Clone + Send + Sync + 'static,
    ) -> Result<Self, NetworkError> {
        let trouble = {
            let told = told.clone();
            move |why| told(Pollen::Trouble(why))
        };
        let (offers, given) = unbounded_channel();
        let Line {
            runtime,
            client,
            connected,
            ..
        } = link::open(url, "deme", trouble)?;
        let subscribed = runtime.block_on(client.subscribe(all));
        let heard = subscribed.map_err(|error| NetworkError::of("the room", error))?;
        // Until the broker knows of it, what others offer is not for this deme.
        let flushed = runtime.block_on(client.flush());
        flushed.map_err(|error| NetworkError::of("the room", error))?;
        let carrier = Carrier {
            client,
            own,
            told,
            newest: None,
            due: Instant::now(),
        };
        let thread = link::serve(move || runtime.block_on(carrier.carry(given, heard, connected)))?;
        Ok(Self {
            offers: Some(offers),
            thread: Some(thread),
        })
    }

    /// Offers this in the place of what was offered before. Nobody waits for it to be sent.
    pub fn offer(&self, offer: String) {
        if let Some(offers) = &self.offers {
            let _ = offers.send(offer);
        }
    }
}

/// The newest offer is sent before the end.
impl Drop for Pollinator {
    fn drop(&mut self) {
        self.offers = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Carrier<F> {
    client: async_nats::Client,
    own: String,
    told: F,
    newest: Option<String>,
    /// When the newest is to be sent.
    due: Instant,
}

impl<F: Fn(Pollen)> Carrier<F> {
    async fn carry(
        mut self,
        mut given: UnboundedReceiver<String>,
        mut heard: Subscriber,
        mut connected: UnboundedReceiver<()>,
    ) {
        let mut sent: Option<Instant> = None;
        let mut is_new = false;
        loop {
            select! {
                offer = given.recv() => match offer {
                    Some(offer) => {
                        if self.newest.as_ref() != Some(&offer) {
                            is_new = true;
                            self.due = sent.map_or_else(Instant::now, |sent| sent + PAUSE);
                        }
                        self.newest = Some(offer);
                    }
                    None => break,
                },
                message = heard.next() => match message {
                    Some(message) => (self.told)(Pollen::Offer(message.payload.to_vec())),
                    None => break,
                },
                // Others may have missed what was sent before; they are here again when this one is, or soon after.
                Some(()) = connected.recv() => self.due = Instant::now() + SETTLED,
                () = sleep_until(self.due), if self.newest.is_some() => {
                    self.send().await;
                    is_new = false;
                    sent = Some(Instant::now());
                    self.due = Instant::now() + REPEAT;
                }
            }
        }
        if is_new {
            self.send().await;
        }
        let _ = timeout(LAST, self.client.flush()).await;
    }

    async fn send(&self) {
        let Some(offer) = self.newest.clone() else {
            return;
        };
        let bytes = offer.into_bytes().into();
        if let Err(error) = self.client.publish(self.own.clone(), bytes).await {
            (self.told)(Pollen::Trouble(error.to_string()));
        }
    }
}
