//! The systems: a row of the registry each. A system is its genes, its evaluation and its defaults; all else is shared. To add
//! one, write its module and put its row into [`System::ALL`].

pub mod acpp;
pub mod evochess;
#[cfg(feature = "example-system")]
mod example;
pub mod falcon;
pub mod genes;
pub mod groups;
pub mod matching;
pub mod meep;
pub mod search_genome;
pub mod texts;

use millipawn_engine::{evaluation::meep::Weights, play::evaluator::Evaluator};

use self::{genes::Gene, matching::Matching, texts::Texts};
use crate::genome::{Genome, Representation};

/// A row of the registry.
pub struct Row {
    /// The identifier in texts and on the command line.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// When it was published.
    pub year: u32,
    /// The paper.
    pub source: &'static str,
    /// What people read about it.
    pub texts: &'static Texts,
    /// The version of its gene table: texts of another version are refused.
    pub version: u32,
    /// What its genomes are.
    pub representation: &'static dyn Representation,
    /// A genome as people read it.
    pub genes: fn(&Genome) -> Vec<Gene>,
    /// How genomes are made of the values of genes; `None` where genes are not numbers of their own.
    pub numbers: Option<&'static Numbers>,
    /// What pawn, knight, bishop, rook and queen are worth to a genome, in millipawns; `None` where its genes say it.
    pub piece_values: Option<fn(&Genome) -> [f64; 5]>,
    /// What a genome evaluates positions by.
    pub evaluator: fn(&Genome) -> Evaluator,
    /// A genome as the weights that learning changes; `None` of a system whose programs do not learn.
    pub learned: Option<&'static Learned>,
    /// The yardstick of what evolution finds.
    pub hand_set: fn() -> Genome,
    /// Who counts how often its programs choose the move played by one ply and quiescence; `None` of programs with a search of their own.
    pub matching: Option<fn() -> Box<dyn Matching>>,
    /// The kinds of run that its programs come from, by their identifiers: the first is what a visitor meets.
    pub kinds: &'static [&'static str],
    /// Its own defaults for the settings of a kind of run, by the kind's identifier.
    pub presets: &'static [(&'static str, &'static [Preset])],
    /// Settings of a kind of run, by their `--set` names, that mean nothing to its programs.
    pub without: &'static [(&'static str, &'static [&'static str])],
}

/// Genes that are numbers of their own.
pub struct Numbers {
    /// All that a genome can have; there may be genomes with only the first of them.
    pub genes: fn() -> Vec<Gene>,
    /// Makes a genome of the values of its genes, in their units and rounded to what a gene can be; `None` where no genome has so many, or a
    /// gene cannot be so large.
    pub genome: fn(&[f64]) -> Option<Genome>,
}

/// What genomes have to do with the weights that learning changes.
pub struct Learned {
    /// The weights that a genome stands for.
    pub weights: fn(&Genome) -> Weights,
    /// The genome that has every weight as it is.
    pub exact: fn(&Weights) -> Genome,
    /// The genome that fits a link, and rounds.
    pub short: fn(&Weights) -> Genome,
}

/// What a system brings for a setting.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The setting's `--set` name.
    pub setting: &'static str,
    /// Its value as text.
    pub value: &'static str,
    /// The paper, or "our choice".
    pub source: &'static str,
}

/// Short for a row of a system's presets.
const fn preset(setting: &'static str, value: &'static str, source: &'static str) -> Preset {
    Preset {
        setting,
        value,
        source,
    }
}

/// An experiment system whose programs can be written as text.
#[derive(Clone, Copy)]
pub struct System(&'static Row);

impl System {
    /// Tunstall-Pedoe 1991.
    pub const ACPP: Self = Self(acpp::ROW);

    /// David, van den Herik, Koppel and Netanyahu 2014.
    pub const FALCON: Self = Self(falcon::ROW);

    /// Gross, Albrecht, Kantschik and Banzhaf 2002.
    pub const EVOCHESS: Self = Self(evochess::ROW);

    /// Veness, Silver, Uther and Blair 2009.
    pub const MEEP: Self = Self(meep::ROW);

    /// The registry. The first is what a visitor meets, and what texts that name none are of: it was once the only one.
    pub const ALL: &'static [Self] = &[
        Self::ACPP,
        Self::FALCON,
        Self::EVOCHESS,
        Self::MEEP,
        #[cfg(feature = "example-system")]
        Self(example::ROW),
    ];

    /// Their identifiers.
    pub const IDS: [&'static str; Self::ALL.len()] = {
        let mut ids = [""; Self::ALL.len()];
        let mut at = 0;
        while at < ids.len() {
            ids[at] = Self::ALL[at].0.id;
            at += 1;
        }
        ids
    };

    /// The system of that identifier.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|system| system.id() == id)
    }

    /// The first whose programs come from this kind of run.
    ///
    /// # Panics
    /// If there is none: every kind of run is of some system.
    pub fn offering(kind: &str) -> Self {
        let mut all = Self::ALL.iter().copied();
        let system = all.find(|system| system.offers(kind).is_ok());
        system.expect("every kind of run is of some system")
    }

    /// Its place in the registry.
    pub(crate) fn place(self) -> usize {
        Self::ALL
            .iter()
            .position(|system| *system == self)
            .expect("every system is in the registry")
    }

    /// The identifier in texts and on the command line.
    pub const fn id(self) -> &'static str {
        self.0.id
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// When it was published.
    pub const fn year(self) -> u32 {
        self.0.year
    }

    /// The paper.
    pub const fn source(self) -> &'static str {
        self.0.source
    }

    /// What people read about it.
    pub const fn texts(self) -> &'static Texts {
        self.0.texts
    }

    /// The version of its gene table.
    pub const fn version(self) -> u32 {
        self.0.version
    }

    /// What its genomes are.
    pub const fn representation(self) -> &'static dyn Representation {
        self.0.representation
    }

    /// The yardstick of what evolution finds.
    pub fn hand_set(self) -> Genome {
        (self.0.hand_set)()
    }

    /// A genome as people read it.
    pub fn genes(self, genome: &Genome) -> Vec<Gene> {
        (self.0.genes)(genome)
    }

    /// What a genome evaluates positions by.
    pub fn evaluator(self, genome: &Genome) -> Evaluator {
        (self.0.evaluator)(genome)
    }

    /// How genomes are made of the values of genes; `None` where genes are not numbers of their own.
    pub const fn numbers(self) -> Option<&'static Numbers> {
        self.0.numbers
    }

    /// What pawn, knight, bishop, rook and queen are worth to a genome, in millipawns; `None` where its genes say it.
    pub fn piece_values(self, genome: &Genome) -> Option<[f64; 5]> {
        self.0.piece_values.map(|of| of(genome))
    }

    /// What its genomes have to do with the weights that learning changes; `None` where its programs do not learn.
    pub const fn learned(self) -> Option<&'static Learned> {
        self.0.learned
    }

    /// Who counts how often its programs choose the move played by one ply and quiescence; `None` of programs with a search of their own.
    pub fn matching(self) -> Option<Box<dyn Matching>> {
        self.0.matching.map(|new| new())
    }

    /// The kinds of run that its programs come from, by their identifiers.
    pub const fn kinds(self) -> &'static [&'static str] {
        self.0.kinds
    }

    /// Refuses a kind of run that its programs do not come from.
    ///
    /// # Errors
    /// The kinds that it has, for people.
    pub fn offers(self, kind: &str) -> Result<(), String> {
        if self.kinds().contains(&kind) {
            return Ok(());
        }
        let (name, kinds) = (self.name(), self.kinds().join(" and "));
        Err(format!("{name} has no {kind}: it has {kinds}"))
    }

    /// Whether how to search is a part of its programs.
    pub fn searches_itself(self) -> bool {
        self.evaluator(&self.hand_set()).has_own_search()
    }

    /// Whether a setting of a kind of run, by its `--set` name, means anything to its programs.
    pub fn uses(self, kind: &str, setting: &str) -> bool {
        let mut without = self.0.without.iter();
        !without.any(|(id, settings)| *id == kind && settings.contains(&setting))
    }

    /// Its own defaults for the settings of a kind of run.
    pub fn presets(self, kind: &str) -> &'static [Preset] {
        let mut kinds = self.0.presets.iter();
        kinds
            .find(|(id, _)| *id == kind)
            .map_or(&[], |(_, presets)| presets)
    }
}

impl Default for System {
    /// The first of the registry.
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl PartialEq for System {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for System {}

impl std::fmt::Debug for System {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{kinds::KINDS, learning::Settings, settings::RunSettings};

    #[test]
    fn every_row_is_whole_and_its_presets_fit() {
        for &system in System::ALL {
            assert_eq!(System::from_id(system.id()), Some(system));
            assert_eq!(System::ALL[system.place()], system);
            let genome = system.hand_set();
            let representation = system.representation();
            let accepted = representation.accepts(genome.as_bytes());
            assert_eq!(accepted.as_ref(), Some(&genome));
            let genes = system.genes(&genome);
            assert_eq!(
                genes.iter().map(|gene| gene.loci).sum::<usize>(),
                representation.cells(&genome).len()
            );
            let start = shakmaty::Chess::default();
            let evaluator = system.evaluator(&genome);
            assert_eq!(
                evaluator
                    .terms(&start)
                    .iter()
                    .map(|term| term.score)
                    .sum::<i32>(),
                evaluator.score(&start)
            );
            // Setting them panics where one does not fit.
            for kind in &KINDS {
                let rows = (kind.describe)(system);
                for preset in system.presets(kind.id) {
                    let row = rows.iter().find(|row| row.key == preset.setting);
                    assert_eq!(row.map(|row| row.source), Some(preset.source));
                }
            }
            assert_eq!(system.texts().stage_sources.len(), system.kinds().len());
            assert_eq!(
                system.learned().is_some(),
                system.offers(Settings::KIND).is_ok()
            );
            for kind in system.kinds() {
                assert!(KINDS.iter().any(|row| row.id == *kind), "{kind}");
            }
            for (kind, _) in system.0.presets {
                assert_eq!(system.offers(kind), Ok(()));
                assert!(KINDS.iter().any(|row| row.id == *kind), "{kind}");
            }
            for (id, without) in system.0.without {
                assert_eq!(system.offers(id), Ok(()));
                let of_id = |system| {
                    let kind = KINDS.iter().find(|row| row.id == *id).expect("a kind");
                    let rows = (kind.describe)(system).into_iter();
                    rows.map(|row| row.key).collect::<Vec<_>>()
                };
                let all = of_id(System::FALCON);
                for setting in *without {
                    assert!(all.iter().any(|key| key == setting), "{setting}");
                    assert!(!of_id(system).iter().any(|key| key == setting));
                }
            }
        }
    }
}
