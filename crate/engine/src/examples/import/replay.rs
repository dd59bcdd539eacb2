//! Replays a game: from its tags and moves, parsed by pgn-reader, to its positions.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{
    ByColor, CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Move, Position, Role, Square,
    fen::Epd, packed::PackedUciMove, san::San, uci::UciMove,
};

use super::{reason::Reason, settings::ImportSettings};
use crate::{
    chess::set_up::{self, SetUpError, Start},
    examples::example::{Example, GameResult},
    mix,
};

/// The result of a game: a winner or a draw; `None` if unknown.
pub(super) type Ending = Option<KnownOutcome>;

/// The tags that the import uses.
#[derive(Debug, Default)]
pub(super) struct Tags {
    white: String,
    black: String,
    white_elo: u16,
    black_elo: u16,
    ending: Ending,
    variant: String,
    fen: String,
    ignores_fen: bool,
}

impl Tags {
    /// The maximum length of a name in characters (our choice: it keeps the list of skips small).
    const LONGEST_NAME: usize = 80;

    fn read(&mut self, name: &[u8], value: RawTag<'_>) {
        let text = || value.decode_utf8_lossy().trim().to_owned();
        match name.trim_ascii() {
            b"White" => self.white = text().chars().take(Self::LONGEST_NAME).collect(),
            b"Black" => self.black = text().chars().take(Self::LONGEST_NAME).collect(),
            b"WhiteElo" => self.white_elo = text().parse().unwrap_or(0),
            b"BlackElo" => self.black_elo = text().parse().unwrap_or(0),
            b"Result" => self.ending = KnownOutcome::from_ascii(value.as_bytes().trim_ascii()).ok(),
            b"Variant" => self.variant = text().chars().take(Self::LONGEST_NAME).collect(),
            b"FEN" => self.fen = text(),
            b"SetUp" => self.ignores_fen = value.as_bytes() == b"0",
            _ => {}
        }
    }

    /// "White - Black"; empty when neither is known.
    pub(super) fn players(&self) -> String {
        let name = |name: &str| {
            if name.is_empty() {
                "?".to_owned()
            } else {
                name.to_owned()
            }
        };
        match (name(&self.white), name(&self.black)) {
            (white, black) if white == "?" && black == "?" => String::new(),
            (white, black) => format!("{white} - {black}"),
        }
    }

    fn elo(&self, side: Color) -> u16 {
        side.fold_wb(self.white_elo, self.black_elo)
    }

    fn check_variant(&self) -> Result<(), Reason> {
        let name: String = self
            .variant
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        match name.to_ascii_lowercase().as_str() {
            "" | "standard" | "normal" | "chess" | "classical" | "regular" | "fromposition" => {
                Ok(())
            }
            "chess960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "frc"
            | "960" => Err(Reason::Chess960),
            _ => Err(Reason::Variant(self.variant.clone())),
        }
    }

    fn check_ratings(&self, minimum: u16) -> Result<(), Reason> {
        match self.white_elo.min(self.black_elo) {
            lower if lower >= minimum => Ok(()),
            0 => Err(Reason::NoRating),
            _ => Err(Reason::LowRating),
        }
    }

    /// The sides whose moves are used.
    fn wanted(&self, player: &str) -> Result<ByColor<bool>, Reason> {
        let player = player.to_lowercase();
        let quoted = player
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        let is_named = |name: &str| match quoted {
            Some(whole) => name.to_lowercase() == whole,
            None => name.to_lowercase().contains(&player),
        };
        match (is_named(&self.white), is_named(&self.black)) {
            (false, false) => Err(Reason::OtherPlayers),
            (white, black) => Ok(ByColor { white, black }),
        }
    }

    fn start(&self) -> Result<Start, Reason> {
        if self.fen.is_empty() || self.ignores_fen {
            return Ok(Start::default());
        }
        set_up::read_start(&self.fen).map_err(|error| match error {
            SetUpError::Chess960 => Reason::Chess960,
            error => Reason::IllegalSetUp(error.reason()),
        })
    }
}

/// A game as far as it could be played.
#[derive(Debug)]
pub(super) struct Replay {
    pub(super) tags: Tags,
    first_to_move: Color,
    /// The sides whose moves are used.
    wanted: ByColor<bool>,
    position: Chess,
    /// Whether castling rights of its set-up were dropped.
    lost_castling: bool,
    pub(super) examples: Vec<Example>,
    /// The plies played.
    pub(super) half_moves: u32,
    /// Identifies the game by its starting position and its moves.
    pub(super) key: u64,
    /// The result after the moves; the outer `None` if there is none.
    pub(super) terminator: Option<Ending>,
    /// Why it ended early.
    pub(super) stopped: Option<Stop>,
}

/// Why a replay ends early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The tags exclude the game.
    Unwanted(Reason),
    /// The next move is illegal.
    Illegal,
    /// The next move is castling, and the set-up's castling rights contradict its pieces.
    LostCastling,
    /// The next move is ambiguous.
    Ambiguous,
    /// The tags cannot be parsed.
    OpenTag,
}

impl Replay {
    /// The maximum length of a game in plies: examples store their ply in 16 bits.
    const LONGEST: u32 = u16::MAX as u32;

    /// The result of the game: by the final position if that decides it, else by the result after the moves, else by the tag. People
    /// who correct a result correct the one after the moves, and programs derive the tag from that.
    pub(super) fn ending(&self) -> Ending {
        let on_board = match self.position.outcome() {
            shakmaty::Outcome::Known(known) if self.half_moves > 0 => Some(known),
            _ => None,
        };
        on_board.or(self.terminator.flatten()).or(self.tags.ending)
    }

    /// Sets the result and the identity of the game in the examples.
    pub(super) fn label_examples(&mut self) {
        let ending = self.ending();
        for example in &mut self.examples {
            let mover = if example.ply % 2 == 0 {
                self.first_to_move
            } else {
                !self.first_to_move
            };
            example.game = self.key as u32;
            example.result = ending.map_or(GameResult::Unknown, |ending| {
                GameResult::for_side(mover, ending.winner())
            });
        }
    }

    fn new(tags: Tags, examples: Vec<Example>) -> Self {
        Self {
            tags,
            first_to_move: Color::White,
            wanted: ByColor::default(),
            position: Chess::default(),
            lost_castling: false,
            examples,
            half_moves: 0,
            key: 0,
            terminator: None,
            stopped: None,
        }
    }

    fn begin(&mut self, settings: &ImportSettings) -> Result<(), Stop> {
        self.tags.check_variant().map_err(Stop::Unwanted)?;
        self.tags
            .check_ratings(settings.minimum_elo)
            .map_err(Stop::Unwanted)?;
        self.wanted = self.tags.wanted(&settings.player).map_err(Stop::Unwanted)?;
        let start = self.tags.start().map_err(Stop::Unwanted)?;
        self.lost_castling = start.lost_castling;
        self.position = start.position;
        self.first_to_move = self.position.turn();
        let is_set_up = self.position != Chess::default();
        if is_set_up && !settings.set_ups {
            return Err(Stop::Unwanted(Reason::SetUp));
        }
        self.key = start_key(&self.position, is_set_up);
        Ok(())
    }

    fn play(&mut self, san: San, skip_plies: u16) -> Result<(), Stop> {
        let chosen = legal_move(san, &self.position).map_err(|stop| match (stop, san) {
            (Stop::Illegal, San::Castle(_)) if self.lost_castling => Stop::LostCastling,
            (stop, _) => stop,
        })?;
        if self.half_moves >= Self::LONGEST {
            return Err(Stop::Unwanted(Reason::TooLong));
        }
        if self.half_moves >= u32::from(skip_plies) && *self.wanted.get(self.position.turn()) {
            self.learn(chosen);
        }
        self.key = mix::mix(self.key, u64::from(packed_move(chosen)));
        self.half_moves += 1;
        self.position.play_unchecked(chosen);
        Ok(())
    }

    fn learn(&mut self, chosen: Move) {
        if let Some(mut example) = Example::new(&self.position, chosen) {
            example.ply = self.half_moves as u16;
            example.elo = self.tags.elo(self.position.turn());
            self.examples.push(example);
        }
    }
}

/// The key of a game without moves: 0 for the initial position, otherwise a hash of the position without its counters.
fn start_key(start: &Chess, is_set_up: bool) -> u64 {
    let epd = is_set_up.then(|| Epd::from_position(start, EnPassantMode::Legal).to_string());
    epd.map_or(0, |epd| mix::mix_bytes(0, epd.as_bytes()))
}

fn packed_move(chosen: Move) -> u16 {
    u16::from_le_bytes(PackedUciMove::pack(chosen.to_uci(CastlingMode::Standard)).to_bytes())
}

/// The legal move that `san` denotes. A wrong capture mark is tolerated, and so is UCI notation.
fn legal_move(san: San, position: &Chess) -> Result<Move, Stop> {
    use shakmaty::san::SanError;
    san.to_move(position).or_else(|error| match (error, san) {
        (SanError::AmbiguousSan, _) => Err(Stop::Ambiguous),
        (
            SanError::IllegalSan,
            San::Normal {
                role,
                file,
                rank,
                capture,
                to,
                promotion,
            },
        ) => {
            let other = San::Normal {
                role,
                file,
                rank,
                capture: !capture,
                to,
                promotion,
            };
            other
                .to_move(position)
                .ok()
                .or_else(|| uci_move(san, position))
                .ok_or(Stop::Illegal)
        }
        _ => Err(Stop::Illegal),
    })
}

/// The move in UCI notation: `g1f3` parses as a SAN pawn move from g1 to f3.
fn uci_move(san: San, position: &Chess) -> Option<Move> {
    let San::Normal {
        role: Role::Pawn,
        file,
        rank,
        to,
        promotion,
        ..
    } = san
    else {
        return None;
    };
    let from = Square::from_coords(file?, rank?);
    UciMove::Normal {
        from,
        to,
        promotion,
    }
    .to_move(position)
    .ok()
}

/// Replays the game in `text`, which begins with its tags. `examples` is the buffer for its positions.
pub(super) fn replay(text: &[u8], settings: &ImportSettings, mut examples: Vec<Example>) -> Replay {
    examples.clear();
    let mut reader = Reader::new(text);
    let mut visitor = ReplayVisitor { settings, examples };
    match reader.read_game(&mut visitor) {
        Ok(Some(replay)) => replay,
        Ok(None) => Replay::new(Tags::default(), visitor.examples),
        Err(_) => {
            let replay = Replay::new(Tags::default(), visitor.examples);
            Replay {
                stopped: Some(Stop::OpenTag),
                ..replay
            }
        }
    }
}

struct ReplayVisitor<'a> {
    settings: &'a ImportSettings,
    examples: Vec<Example>,
}

fn stopped<T>(replay: Replay, why: Stop) -> ControlFlow<Replay, T> {
    ControlFlow::Break(Replay {
        stopped: Some(why),
        ..replay
    })
}

impl Visitor for ReplayVisitor<'_> {
    type Tags = Tags;
    type Movetext = Replay;
    type Output = Replay;

    fn begin_tags(&mut self) -> ControlFlow<Replay, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Replay> {
        tags.read(name, value);
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Replay, Replay> {
        let examples = std::mem::take(&mut self.examples);
        let mut replay = Replay::new(tags, examples);
        match replay.begin(self.settings) {
            Ok(()) => ControlFlow::Continue(replay),
            Err(why) => stopped(replay, why),
        }
    }

    fn san(&mut self, replay: &mut Replay, san: SanPlus) -> ControlFlow<Replay> {
        match replay.play(san.san, self.settings.skip_plies) {
            Ok(()) => ControlFlow::Continue(()),
            Err(why) => {
                let unplayed = Replay::new(Tags::default(), Vec::new());
                stopped(std::mem::replace(replay, unplayed), why)
            }
        }
    }

    fn outcome(
        &mut self,
        replay: &mut Replay,
        outcome: pgn_reader::Outcome,
    ) -> ControlFlow<Replay> {
        replay.terminator = Some(outcome.known());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, replay: Replay) -> Replay {
        replay
    }
}
