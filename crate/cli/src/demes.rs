//! A run as a deme of a room: it offers its best, takes in programs of others, and waits for nobody.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use millipawn_evolve::{
    run::{Run, room::Room},
    text::offer::{self, Name},
};
use millipawn_network::{Pollen, Pollinator, random};

use crate::{
    arguments::{PoolArguments, RoomArguments},
    failure::Failure,
};

/// A run's place in a room.
#[derive(Debug)]
pub(crate) struct Demes {
    room: Arc<Mutex<Room>>,
    pollinator: Pollinator,
    deme: Name,
    begun: Instant,
    /// How many programs of each deme entered.
    entered: RefCell<BTreeMap<String, usize>>,
    /// Why no more may enter.
    refused: RefCell<Option<String>>,
}

impl Demes {
    /// Enters the room that the command line names, if it names one.
    ///
    /// # Errors
    /// A broker that cannot be reached, or a kind of run whose programs do not migrate.
    pub(crate) fn join(
        arguments: &RoomArguments,
        network: &PoolArguments,
        run: &dyn Run,
    ) -> Result<Option<Self>, Failure> {
        let (Some(name), Some(url)) = (&arguments.room, &network.network) else {
            return Ok(None);
        };
        let deme = match &arguments.deme {
            Some(deme) => deme.clone(),
            None => Name::drawn(random().map_err(|error| Failure::Refused(error.to_string()))?),
        };
        let room = Room::of(run, name.clone(), deme.clone());
        let room = room.ok_or_else(|| {
            let why = format!("programs of a run of {} do not migrate", run.kind());
            Failure::of(format_args!("--room {name}"), why)
        })?;
        let room = Arc::new(Mutex::new(room));
        let begun = Instant::now();
        let heard = Arc::clone(&room);
        let told = move |pollen| match pollen {
            // Whatever is no offer is none of interest: anybody may write there.
            Pollen::Offer(bytes) => {
                let _ = of(&heard).hear(&bytes, since(begun));
            }
            Pollen::Trouble(why) => eprintln!("Room: {why}"),
        };
        let (own, all) = (offer::subject(name, &deme), offer::subjects(name));
        let pollinator = Pollinator::connect(url, own, all, told);
        let pollinator = pollinator.map_err(|error| Failure::of("--network", error))?;
        eprintln!("Room {name}: this deme is {deme}");
        Ok(Some(Self {
            room,
            pollinator,
            deme,
            begun,
            entered: RefCell::default(),
            refused: RefCell::default(),
        }))
    }

    /// A generation is scored: its best is offered, and programs of others enter the next.
    pub(crate) fn on_scored(&self, run: &mut dyn Run) {
        let mut room = of(&self.room);
        if let Some(offer) = room.offer(run) {
            self.pollinator.offer(offer);
        }
        // Where the system has no randomness, the first that waits is drawn.
        let visit = room.visit(run, || random().unwrap_or(0));
        if visit.refused.is_some() {
            *self.refused.borrow_mut() = visit.refused;
        }
        let mut entered = self.entered.borrow_mut();
        for one in visit.entered {
            *entered.entry(one.deme).or_default() += 1;
        }
    }

    /// Who is there and who came, for people.
    pub(crate) fn report(&self) -> String {
        let demes = of(&self.room).peers(since(self.begun)).len();
        let entered = self.entered.borrow();
        let each = entered.iter();
        let each: Vec<String> = each
            .map(|(deme, count)| format!("{deme} {count}"))
            .collect();
        let came = entered.values().sum::<usize>();
        let whose = match each.is_empty() {
            true => String::new(),
            false => format!(" ({})", each.join(", ")),
        };
        let refused = self.refused.borrow();
        let no_more = refused.as_ref();
        let no_more = no_more.map_or_else(String::new, |why| format!("; no more: {why}"));
        format!(
            "deme {} beside {demes} others, {came} programs came{whose}{no_more}",
            self.deme
        )
    }
}

fn since(begun: Instant) -> u64 {
    begun.elapsed().as_millis() as u64
}

/// A room stays whole whatever panics beside it.
fn of(room: &Mutex<Room>) -> MutexGuard<'_, Room> {
    room.lock().unwrap_or_else(PoisonError::into_inner)
}
