//! Passes the texts that come out of the containers on to the game reader.

use super::{
    event::Event, game, ledger::Ledger, reason::Reason, settings::ImportSettings, split::Piece,
    text::Text,
};
use crate::examples::example::Example;

/// Reads one text after the other.
pub(super) struct Intake {
    settings: ImportSettings,
    /// The current text: a file or a member of an archive.
    text: Option<Text>,
    /// A buffer for the positions of a game.
    examples: Vec<Example>,
    pub(super) ledger: Ledger,
}

impl Intake {
    pub(super) fn new(settings: ImportSettings) -> Self {
        Self {
            ledger: Ledger::new(&settings),
            settings,
            text: None,
            examples: Vec::new(),
        }
    }

    /// Begins a file. It is one text until members come out of it.
    pub(super) fn begin_file(&mut self, name: &str) {
        self.ledger.begin_file(name);
        self.text = Some(Text::default());
    }

    pub(super) fn handle(&mut self, event: Event<'_>) {
        match event {
            Event::Text(bytes) => self.read(bytes),
            Event::Trouble(_) if self.is_refused() => {}
            Event::Trouble(reason) => {
                let line = self.text.as_ref().map_or(1, Text::line);
                self.ledger.refuse(&reason, line);
            }
            Event::Member(name) => self.begin_member(name),
            Event::MemberEnd => {
                self.end_text();
                self.ledger.end_member();
            }
        }
    }

    /// Whether the rest of the text would be ignored.
    pub(super) fn is_refused(&self) -> bool {
        self.text.as_ref().is_some_and(Text::is_refused)
    }

    /// Ends the text, if one has begun.
    pub(super) fn end_text(&mut self) {
        let Some(text) = self.text.take().filter(|text| !text.is_refused()) else {
            return;
        };
        let ended = text.finish(&mut |piece| self.take(piece));
        self.ledger
            .end_text(&ended.err().unwrap_or(Reason::NoGames));
    }

    fn begin_member(&mut self, name: &str) {
        self.ledger.begin_member(name);
        self.text = Some(if is_pgn(name) {
            Text::default()
        } else {
            Text::refused()
        });
        if !is_pgn(name) && !is_metadata(name) {
            self.ledger.refuse(&Reason::NotAPgn, 1);
        }
    }

    fn read(&mut self, bytes: &[u8]) {
        if let Some(mut text) = self.text.take() {
            let read = text.push(bytes, &mut |piece| self.take(piece));
            self.text = Some(text);
            if let Err(reason) = read {
                self.ledger.refuse(&reason, 1);
            }
        }
    }

    fn take(&mut self, piece: &Piece) {
        let ledger = &mut self.ledger;
        game::read(piece, &self.settings, &mut self.examples, &mut |read| {
            ledger.take(read)
        });
    }
}

fn is_pgn(name: &str) -> bool {
    let ending = name.len().checked_sub(4).and_then(|at| name.get(at..));
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case(".pgn")) && !is_metadata(name)
}

/// Whether a member was added by the archiver itself: folders and the metadata files of macOS. They are ignored silently.
fn is_metadata(name: &str) -> bool {
    name.ends_with('/') || name.starts_with("__MACOSX/") || name.ends_with(".DS_Store")
}
