//! The table of features: which families there are, and where each begins.
//!
//! The paper (Veness et al. 2009) names 1,812 features of five concepts and does not list them. The split is our choice: three stages of
//! the game with 604 features each.

use shakmaty::{File, Square};

/// Features of a stage.
pub const PER_STAGE: usize = 604;

/// The stages of the game.
pub const STAGES: [&str; 3] = ["opening", "middlegame", "endgame"];

/// All features.
pub const FEATURES: usize = STAGES.len() * PER_STAGE;

/// Features that count the same in several places: by square, file, rank or number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// Which of the paper's five concepts it belongs to.
    pub concept: &'static str,
    /// What its features are called, each with its own place behind it.
    pub name: &'static str,
    /// Its first feature within a stage.
    pub first: usize,
    /// How many features it has.
    pub count: usize,
    /// What is counted, and by what the features differ.
    pub meaning: &'static str,
}

impl Family {
    /// The feature after its last.
    pub const fn end(&self) -> usize {
        self.first + self.count
    }

    /// What all of them are called together.
    pub const fn title(&self) -> &'static str {
        match self.first {
            PAWN_SQUARE => "pawn by square",
            KNIGHT_SQUARE => "knight by square",
            BISHOP_SQUARE => "bishop by square",
            ROOK_SQUARE => "rook by square",
            QUEEN_SQUARE => "queen by square",
            KING_SQUARE => "king by square",
            _ => self.name,
        }
    }
}

/// Declares the families one after the other, each with a constant for its first feature.
macro_rules! families {
    ($($concept:literal { $($first:ident $name:literal $count:literal $meaning:literal)* })*) => {
        /// The families of a stage, in the order of their features.
        pub const FAMILIES: &[Family] = &{
            let mut families = [$($(Family { concept: $concept, name: $name, first: 0, count: $count, meaning: $meaning },)*)*];
            let mut next = 0;
            let mut at = 0;
            while at < families.len() {
                families[at].first = next;
                next += families[at].count;
                at += 1;
            }
            assert!(next == PER_STAGE);
            families
        };

        $($(pub(super) const $first: usize = first($name);)*)*
    };
}

/// Where the family of that name begins.
const fn first(name: &str) -> usize {
    let mut at = 0;
    while at < FAMILIES.len() {
        if is(FAMILIES[at].name, name) {
            return FAMILIES[at].first;
        }
        at += 1;
    }
    panic!("no such family");
}

const fn is(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

families! {
    "piece-square tables" {
        PAWN_SQUARE "pawn on" 48 "a pawn on this square, from the second rank to the seventh"
        KNIGHT_SQUARE "knight on" 64 "a knight on this square"
        BISHOP_SQUARE "bishop on" 64 "a bishop on this square"
        ROOK_SQUARE "rook on" 64 "a rook on this square"
        QUEEN_SQUARE "queen on" 64 "a queen on this square"
        KING_SQUARE "king on" 64 "the king on this square"
    }
    "material" {
        MEN "men" 5 "pawns, knights, bishops, rooks, queens: how many"
        TWO "two of a kind" 3 "at least two knights, bishops, rooks"
        QUEEN_AND_KNIGHT "queen and knight" 1 "a queen together with a knight"
        NO_PAWNS "no pawns" 1 "no pawn left"
    }
    "pawn structure" {
        PASSED "passed" 48 "a passed pawn on this square, from the second rank to the seventh"
        ISOLATED "isolated" 8 "a pawn without own pawns on the files beside it, by file"
        ISOLATED_OPEN "isolated, unopposed" 8 "the same where no enemy pawn stands before it on its file, by file"
        DOUBLED "doubled" 8 "a pawn with an own pawn before it on its file, by file"
        BACKWARD "backward" 8 "a pawn that own pawns beside it have all passed, and that an enemy pawn guards the way of, by file"
        GUARDED "guarded" 5 "a pawn guarded by a pawn, by rank from the third to the seventh"
        PHALANX "phalanx" 6 "a pawn with an own pawn right beside it, by rank from the second to the seventh"
        PASSED_GUARDED "passed and guarded" 5 "a passed pawn guarded by a pawn, by rank from the third to the seventh"
        PASSED_CONNECTED "passed and connected" 6 "a passed pawn with a passed pawn on a file beside it, by rank from the second to the seventh"
        CANDIDATE "candidate" 5 "a pawn that is not passed, has no enemy pawn before it on its file, and at least as many own pawns beside or behind it on the files beside it as enemy pawns ahead there, by rank from the second to the sixth"
        ISLANDS "pawn islands" 5 "groups of neighbouring files with pawns: none to four"
    }
    "mobility" {
        KNIGHT_MOVES "knight moves" 9 "a knight that attacks so many squares without an own man: none to eight"
        BISHOP_MOVES "bishop moves" 14 "the same of a bishop: none to 13"
        ROOK_MOVES "rook moves" 15 "the same of a rook: none to 14"
        QUEEN_MOVES "queen moves" 28 "the same of a queen: none to 27"
    }
    "king safety" {
        SHELTER "shelter before the king" 4 "the nearest own pawn before the king on its file: one rank ahead, two, more, none"
        SHELTER_BESIDE "shelter beside the king" 4 "the same on each file beside it"
        STORM "storm before the king" 5 "the nearest enemy pawn before the king on its file: one rank ahead, two, three, more, none"
        STORM_BESIDE "storm beside the king" 5 "the same on each file beside it"
        ATTACKERS "attackers" 6 "enemy knights, bishops, rooks and queens that attack the king or a square at it: none to five and more"
        ATTACKED "attacked squares" 9 "squares at the king, its own with them, that an enemy man but the king attacks: none to eight and more"
        SAFE_CHECK "safe checks" 4 "an enemy knight, bishop, rook, queen can check from a square that no own man attacks"
        CASTLING "castling rights" 2 "to the king's side, to the queen's side"
        FLIGHT "flight squares" 9 "squares at the king without an own man that no enemy man attacks: none to eight"
    }
}

/// Which feature of a family this is, as people say it: a square, a file, a rank, a piece, or how many.
pub fn place_of(family: &Family, at: usize) -> String {
    let square = |at: usize| Square::new(at as u32).to_string();
    let rank_from = |lowest: usize| format!("rank {}", at + lowest);
    match (family.first, family.count) {
        (_, 64) => square(at),
        (_, 48) => square(at + 8),
        (_, 8) => format!("{}-file", File::new(at as u32)),
        (MEN, _) => ["pawns", "knights", "bishops", "rooks", "queens"][at].to_owned(),
        (TWO, _) => ["knights", "bishops", "rooks"][at].to_owned(),
        (GUARDED | PASSED_GUARDED, _) => rank_from(3),
        (PHALANX | PASSED_CONNECTED | CANDIDATE, _) => rank_from(2),
        (SHELTER | SHELTER_BESIDE | STORM | STORM_BESIDE, count) => match (at + 1, at + 2) {
            (last, _) if last == count => "none".to_owned(),
            (_, more) if more == count => "farther".to_owned(),
            (ranks, _) => format!("{ranks} ahead"),
        },
        (SAFE_CHECK, _) => ["knight", "bishop", "rook", "queen"][at].to_owned(),
        (CASTLING, _) => ["king's side", "queen's side"][at].to_owned(),
        (_, 1) => String::new(),
        (..) => at.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_features_are_those_of_the_paper_in_number() {
        assert_eq!(FEATURES, 1812);
        let of = |concept: &str| -> usize {
            let families = FAMILIES.iter().filter(|family| family.concept == concept);
            families.map(|family| family.count).sum()
        };
        assert_eq!(of("piece-square tables"), 368);
        assert_eq!(of("material"), 10);
        assert_eq!(of("pawn structure"), 112);
        assert_eq!(of("mobility"), 66);
        assert_eq!(of("king safety"), 48);
        assert_eq!(FLIGHT + 9, PER_STAGE);
    }
}
