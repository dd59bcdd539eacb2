//! EvoChess's programs as genomes (Gross, Albrecht, Kantschik and Banzhaf 2002): the weights of the move ordering and of the position
//! module, each with the size of its mutations, and the depth module's program.

use millipawn_engine::{
    evaluation::evochess as position,
    play::evaluator::Evaluator,
    search::evochess::{
        depth::{self, Decision, Instruction, Program, Statement, Terminal},
        individual::Individual,
        order,
    },
    tunable::Tunable,
};

use super::{
    Row,
    genes::Gene,
    preset,
    texts::{Texts, step},
};
use crate::genome::{
    Genome, Representation, Variation,
    depth_program::{self, GeneticOperator},
    draw::Draws,
    representation::{Descent, crossover_points},
    strategy::{self, Real, Steps},
};

const SOURCE: &str = "Gross et al. 2002";

/// EvoChess in the registry.
pub(super) const ROW: &Row = &Row {
    id: "evochess",
    name: "EvoChess",
    year: 2002,
    source: SOURCE,
    texts: &TEXTS,
    version: 1,
    representation: &Modules,
    genes,
    numbers: None,
    piece_values: None,
    learned: None,
    evaluator,
    hand_set: || standard(STANDARD_DEPTH).genome(),
    matching: None,
    kinds: &["ordering", "classes", "coevolution"],
    presets: &[(
        "coevolution",
        &[
            preset("generations", "20", "our choice"),
            preset("games-per-pair", "2", "our choice"),
            preset(
                "nodes-a-move",
                "10000",
                "our choice: as in the preset `small` of the games",
            ),
        ],
    )],
    // The operators of each module have rates of their own, there is no transposition table, and by the clock the paper's nodes would still bind.
    without: &[(
        "coevolution",
        &[
            "clock",
            "crossover-probability",
            "mutation-probability",
            "hash",
        ],
    )],
};

const TEXTS: Texts = Texts {
    about: "Programs breed their own search: in what order to try moves, how deep to look, and what a position is worth.",
    help: "Evolving chess playing programs. Around alpha-beta, three parts are evolved: a program that decides how deep each move is searched, the \
           weights that put moves in order, and the weights of the evaluation.",
    citation: "Gross, Albrecht, Kantschik and Banzhaf, Genetic and Evolutionary Computation Conference (GECCO), 2002",
    history: "EvoChess was described by Roderich Gross, Keno Albrecht, Wolfgang Kantschik and Wolfgang Banzhaf in 2002. It ran on the computers of \
              whoever took part, and populations exchanged their best programs over the internet. What evolves is how a program searches.",
    caution: "Fewer nodes at the same depth are a better search, not a stronger player: depth is what strength comes from.",
    then: "2002: days, on the computers of many people",
    then_help: "The paper tells no time. Its programs played thousands of games, at some 60,000 positions a move.",
    count_help: "How many positions the best program visits to search a sample of positions to the same depth, and the programs on average: fewer \
                 are better.",
    published_help: Some("The fixed weights of the paper's black players."),
    introduction: &[
        step(
            "Random orders.",
            "Every program tries moves in another order, by 28 random weights: captures, checks, pawns that attack, moves that refuted others.",
        ),
        step(
            "Who searches least?",
            "All search the same positions to the same depth and find the same moves. Alpha-beta leaves out what cannot matter: the better the \
             order, the more it leaves out.",
        ),
        step(
            "The thrifty have offspring.",
            "Their weights are mixed and changed a little, each by a step of its own size that is inherited too.",
        ),
    ],
    coevolution: &[
        step(
            "Programs meet.",
            "The best that games against fixed depths have bred, random programs, or any that you paste. Every two of them play, from different \
             openings and with both colours, each with the same number of nodes a move on average.",
        ),
        step(
            "Points make parents.",
            "Nobody says any more how far to look ahead: a program that spends its nodes better has more points, and more offspring. The best \
             passes on unchanged.",
        ),
        step(
            "Before and after.",
            "The champion of the last generation against the best that came in: a match in the arena tells what playing each other added.",
        ),
    ],
    coevolved: "Bred against each other",
    before: "Bred by games",
    before_help: "Opens the arena with the champion of this stage against the best program that it began with.",
    stage_sources: &[
        SOURCE,
        SOURCE,
        "our choice: the paper's programs never meet",
    ],
    ten_runs: false,
};

/// Loci of the move ordering module: the first ones.
pub const ORDERING_LOCI: usize = order::TABLE.len();

/// Plies that programs of the standard depth module search.
pub const STANDARD_DEPTH: u32 = 4;

/// A genome that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Of the move ordering module, in the order of its [table](order::TABLE).
    pub order: Vec<Real>,
    /// Of the position module, in the order of its [table](position::TABLE).
    pub position: Vec<Real>,
    /// The depth module.
    pub depth: Program,
}

impl Parts {
    /// The parts of a genome.
    ///
    /// # Panics
    /// If it is of another representation.
    pub fn of(genome: &Genome) -> Self {
        Self::read(genome.as_bytes()).expect("a genome of this representation")
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (order, rest) = bytes.split_at_checked(order::TABLE.len() * Real::BYTES)?;
        let (position, depth) = rest.split_at_checked(position::TABLE.len() * Real::BYTES)?;
        Some(Self {
            position: reals(position)?,
            order: reals(order)?,
            depth: Program::from_bytes(depth)?,
        })
    }

    /// The genome of these parts.
    pub fn genome(&self) -> Genome {
        let reals = self.order.iter().chain(&self.position);
        let mut bytes: Vec<u8> = reals.flat_map(|real| real.to_bytes()).collect();
        bytes.extend(self.depth.to_bytes());
        Genome::new(&bytes)
    }

    /// What plays.
    pub fn individual(&self) -> Individual {
        Individual {
            evaluation: position_weights(&self.position),
            order: order_weights(&self.order),
            depth: self.depth.clone(),
        }
    }
}

fn reals(bytes: &[u8]) -> Option<Vec<Real>> {
    let (numbers, _) = bytes.as_chunks();
    numbers
        .iter()
        .map(|number| Real::from_bytes(*number))
        .collect()
}

fn position_weights(reals: &[Real]) -> position::Weights {
    let mut weights = position::Weights::DEFAULT;
    for (row, real) in position::TABLE.iter().zip(reals) {
        let set = weights.set(row.name, real.within(row.minimum, row.maximum).into());
        set.expect("within its range");
    }
    weights
}

/// The weights that order moves.
pub fn order_weights(reals: &[Real]) -> order::Weights {
    let mut weights = order::Weights::DEFAULT;
    for (row, real) in order::TABLE.iter().zip(reals) {
        let set = weights.set(row.name, real.within(row.minimum, row.maximum).into());
        set.expect("within its range");
    }
    weights
}

/// A program with the paper's fixed weights of the position module, hand-set move ordering, and a fixed depth.
pub fn standard(plies: u32) -> Parts {
    let defaults = |table: &[Tunable]| {
        let real = |row: &Tunable| Real::of(row.default, row.minimum, row.maximum);
        table.iter().map(real).collect()
    };
    Parts {
        position: defaults(position::TABLE),
        order: defaults(order::TABLE),
        depth: fixed_depth(plies),
    }
}

/// The depth module that looks so many plies ahead, from 0 to 4: the root changes the horizon, which is 2 at first, by 2 at most, and no
/// other node does.
pub fn fixed_depth(plies: u32) -> Program {
    let change = plies as i32 - 2;
    let instruction = match change < 0 {
        true => Instruction::Shorten,
        false => Instruction::Deepen,
    };
    let most = change.unsigned_abs().min(2) as usize;
    let at_root = vec![Statement::Do(instruction); most];
    let decision = Decision {
        left: Terminal::Depth,
        right: Terminal::Accumulator,
        then: Vec::new(),
        otherwise: at_root,
    };
    let statements = match most {
        0 => Vec::new(),
        _ => vec![Statement::If(Box::new(decision))],
    };
    Program::new(statements).expect("a few instructions")
}

fn evaluator(genome: &Genome) -> Evaluator {
    Evaluator::individual(Parts::of(genome).individual())
}

/// How programs are made, and children of two.
#[derive(Clone, Copy, Debug, Default)]
pub struct Breeding {
    /// Of both vectors.
    pub steps: Steps,
    /// Of the depth module.
    pub rates: depth_program::Rates,
}

impl Breeding {
    /// A program of random modules.
    pub fn random(&self, draws: &mut Draws) -> Genome {
        let mut reals = |count: usize| {
            let reals = (0..count).map(|_| Real::random(self.steps, draws));
            reals.collect()
        };
        let (order, position) = (reals(order::TABLE.len()), reals(position::TABLE.len()));
        let depth = depth_program::random(draws);
        Parts {
            position,
            order,
            depth,
        }
        .genome()
    }

    /// Two children: evolution strategies for both vectors, genetic programming for the depth module.
    pub fn children(&self, parents: [&Genome; 2], draws: &mut Draws) -> [Genome; 2] {
        let children = self.children_recorded(parents, draws);
        children.map(|(child, _)| child)
    }

    /// The same, each with where its parts came from. The parents of the second stand the other way round.
    pub fn children_recorded(
        &self,
        parents: [&Genome; 2],
        draws: &mut Draws,
    ) -> [(Genome, Descent); 2] {
        let [one, other] = parents.map(Parts::of);
        let depths = [&one.depth, &other.depth];
        let (operator, programs) = depth_program::vary_recorded(depths, &self.rates, draws);
        let mut is_second = false;
        programs.map(|program| {
            let position = strategy::child([&one.position, &other.position], self.steps, draws);
            let order = strategy::child([&one.order, &other.order], self.steps, draws);
            let depth = program.program.clone();
            let child = Parts {
                position: position.reals.clone(),
                order: order.reals.clone(),
                depth: depth.clone(),
            };
            let program = Some((operator, program));
            let descent = descent([&order, &position], is_second, depth, program);
            is_second = true;
            (child.genome(), descent)
        })
    }
}

/// Of a child's weights; `is_turned`: its first parent is the second of these.
fn descent(
    [order, position]: [&strategy::Child; 2],
    is_turned: bool,
    depth: Program,
    program: Option<(GeneticOperator, depth_program::Child)>,
) -> Descent {
    let all = || [order, position].into_iter();
    let is_of_other = all().flat_map(|part| part.is_of_second.iter());
    let is_of_other: Vec<bool> = is_of_other.map(|other| *other != is_turned).collect();
    let pairs = all().flat_map(|part| part.before.iter().zip(&part.reals));
    let mutations = pairs.enumerate();
    let mutations = mutations.filter(|(_, (before, after))| before.value != after.value);
    Descent {
        crossover_points: crossover_points(&is_of_other),
        mutations: mutations.map(|(at, _)| at).collect(),
        before: Parts {
            position: position.before.clone(),
            order: order.before.clone(),
            depth,
        }
        .genome(),
        program,
    }
}

/// The child of two programs whose order of moves alone is bred: its other modules are the standard ones.
pub fn child_by_order(parents: [&Genome; 2], steps: Steps, draws: &mut Draws) -> (Genome, Descent) {
    let [one, other] = parents.map(Parts::of);
    let order = strategy::child([&one.order, &other.order], steps, draws);
    let standard = standard(STANDARD_DEPTH);
    let position = strategy::Child {
        is_of_second: vec![false; standard.position.len()],
        before: standard.position.clone(),
        reals: standard.position.clone(),
    };
    let descent = descent([&order, &position], false, standard.depth.clone(), None);
    let child = Parts {
        order: order.reals,
        ..standard
    };
    (child.genome(), descent)
}

/// The representation of the three modules.
#[derive(Debug)]
pub struct Modules;

impl Representation for Modules {
    fn random(&self, draws: &mut Draws) -> Genome {
        Breeding::default().random(draws)
    }

    /// The variation is the modules' own.
    fn vary(&self, parents: [&Genome; 2], _: &Variation, draws: &mut Draws) -> [Genome; 2] {
        Breeding::default().children(parents, draws)
    }

    fn vary_recorded(
        &self,
        parents: [&Genome; 2],
        _: &Variation,
        draws: &mut Draws,
    ) -> Option<[(Genome, Descent); 2]> {
        Some(Breeding::default().children_recorded(parents, draws))
    }

    /// Each genome is read once, not once for every other.
    fn diversity(&self, population: &[Genome]) -> f64 {
        let read: Vec<Vec<u16>> = population.iter().map(values).collect();
        let (mut sum, mut compared) = (0, 0_u64);
        for (at, one) in read.iter().enumerate() {
            for other in &read[..at] {
                sum += apart(one, other);
                compared += one.len() as u64;
            }
        }
        sum as f64 / (compared.max(1) * u64::from(u16::MAX)) as f64
    }

    /// The mean difference of their weights, each as a share of its range.
    fn distance(&self, one: &Genome, other: &Genome) -> f64 {
        let [one, other] = [one, other].map(values);
        apart(&one, &other) as f64 / (one.len() as u64 * u64::from(u16::MAX)) as f64
    }

    fn accepts(&self, bytes: &[u8]) -> Option<Genome> {
        Parts::read(bytes).map(|parts| parts.genome())
    }

    /// The weights; a program has no place that is always the same.
    fn cells(&self, genome: &Genome) -> Vec<u8> {
        let parts = Parts::of(genome);
        let reals = parts.order.iter().chain(&parts.position);
        reals.map(|real| (real.value >> 8) as u8).collect()
    }

    fn steps(&self, genome: &Genome) -> Option<Vec<f64>> {
        let parts = Parts::of(genome);
        let reals = parts.order.iter().chain(&parts.position);
        Some(reals.map(|real| real.step_share()).collect())
    }

    fn locus_name(&self) -> &'static str {
        "weight"
    }
}

/// Where each weight is in its range.
fn values(genome: &Genome) -> Vec<u16> {
    let parts = Parts::of(genome);
    let reals = parts.order.iter().chain(&parts.position);
    reals.map(|real| real.value).collect()
}

/// The sum of the differences.
fn apart(one: &[u16], other: &[u16]) -> u64 {
    let pairs = one.iter().zip(other);
    pairs
        .map(|(one, other)| u64::from(one.abs_diff(*other)))
        .sum()
}

/// The groups of the table of genes.
const POSITION: &str = "position module";
const ORDER: &str = "move ordering module";
const DEPTH: &str = "depth module";

fn genes(genome: &Genome) -> Vec<Gene> {
    let parts = Parts::of(genome);
    let order = order::TABLE.iter().zip(&parts.order).enumerate();
    let mut genes: Vec<Gene> = order
        .map(|(at, (row, real))| weight(ORDER, at, row, *real, 100.0, "points"))
        .collect();
    let first = genes.len();
    let position = position::TABLE.iter().zip(&parts.position).enumerate();
    genes.extend(
        position
            .map(|(at, (row, real))| weight(POSITION, first + at, row, *real, 1.0, "centipawns")),
    );
    genes.push(program(&parts.depth, genes.len()));
    genes
}

/// A weight whose table has `of_unit` of its numbers to a unit.
fn weight(
    group: &'static str,
    offset: usize,
    row: &'static Tunable,
    real: Real,
    of_unit: f64,
    unit: &'static str,
) -> Gene {
    let shown = |number: i32| f64::from(number) / of_unit;
    Gene {
        name: row.name,
        group,
        bits: None,
        loci: 1,
        offset,
        base: shown(row.minimum),
        highest: shown(row.maximum),
        value: shown(real.within(row.minimum, row.maximum)),
        unit,
        unit_per_pawn: 100.0,
        meaning: row.meaning,
        source: row.source,
        established: None,
        published: (group == POSITION).then_some(shown(row.default)),
        body: None,
    }
}

/// The depth module, whose number is that of its instructions that have an effect.
fn program(depth: &Program, offset: usize) -> Gene {
    Gene {
        name: "DepthProgram",
        group: DEPTH,
        bits: None,
        loci: 0,
        offset,
        base: 0.0,
        highest: depth::program::MOST_INSTRUCTIONS as f64,
        value: depth::effective_length(depth) as f64,
        unit: "effective instructions",
        unit_per_pawn: 0.0,
        meaning: "Decides at every node how much deeper, or less deep, to search below it",
        source: SOURCE,
        established: None,
        published: None,
        body: Some(depth.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use millipawn_engine::{
        chess::game::read_fen,
        evaluation::evochess::EvoChess,
        search::{
            evochess::{
                depth::program::MOST_INSTRUCTIONS,
                individual::Thinker,
                kernel::{FixedDepth, Found, Kernel, Reach},
                order::Order,
            },
            tree::{Limits, Root},
        },
    };
    use proptest::prelude::*;

    use super::*;
    use crate::{
        genome::{Crossover, draw::Purpose},
        system::System,
        text::chromosome::Chromosome,
    };

    fn draws(seed: u64) -> Draws {
        Draws::derive(seed, 0, 0, Purpose::Genes)
    }

    /// A genome whose program has random programs one after the other, as many as there is room for.
    fn long(draws: &mut Draws) -> Genome {
        let mut statements = Vec::new();
        loop {
            let more = depth_program::random(draws).into_statements();
            let longer = [&statements[..], &more].concat();
            if Program::new(longer.clone()).is_none() {
                break;
            }
            statements = longer;
        }
        let depth = Program::new(statements).expect("within the limit");
        let random = Parts::of(&Modules.random(draws));
        Parts { depth, ..random }.genome()
    }

    proptest! {
        #[test]
        fn the_parts_of_a_genome_are_all_of_it(seed in any::<u64>()) {
            for genome in [Modules.random(&mut draws(seed)), long(&mut draws(seed))] {
                let parts = Parts::of(&genome);
                prop_assert_eq!((parts.order.len(), parts.position.len()), (28, 24));
                prop_assert_eq!(parts.genome(), genome.clone());
                prop_assert_eq!(Modules.accepts(genome.as_bytes()), Some(genome));
            }
        }

        #[test]
        fn arbitrary_bytes_are_a_genome_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            if let Some(genome) = Modules.accepts(&bytes) {
                prop_assert_eq!(genome.as_bytes(), bytes);
            }
        }

        /// Random bytes are seldom a genome; changed ones of one often are.
        #[test]
        fn changed_bytes_are_a_genome_or_refused(
            seed in any::<u64>(),
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
            length in proptest::option::of(any::<prop::sample::Index>()),
        ) {
            let mut bytes = Modules.random(&mut draws(seed)).as_bytes().to_vec();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some(length) = length {
                bytes.truncate(length.index(bytes.len()));
            }
            if let Some(genome) = Modules.accepts(&bytes) {
                prop_assert_eq!(genome.as_bytes(), bytes);
                prop_assert_eq!(genes(&genome).len(), 28 + 24 + 1);
                let _ = evaluator(&genome);
            }
        }

        #[test]
        fn children_are_genomes(seed in any::<u64>()) {
            let mut draws = draws(seed);
            let parents = [Modules.random(&mut draws), long(&mut draws)];
            for child in Modules.vary([&parents[0], &parents[1]], &VARIATION, &mut draws) {
                prop_assert_eq!(Modules.accepts(child.as_bytes()), Some(child.clone()));
                let far = Modules.distance(&child, &parents[0]);
                prop_assert!(far > 0.0 && far < 1.0);
            }
        }
    }

    /// It is not asked: the modules bring their own.
    const VARIATION: Variation = Variation {
        crossover: Crossover::OnePoint,
        crossover_probability: 0.0,
        mutation_probability: 0.0,
    };

    /// Experiments of long ago must lead to the same programs today.
    #[test]
    fn the_same_draws_lead_to_the_same_children() {
        let mut draws = Draws::derive(7, 3, 5, Purpose::Breeding);
        let parents = [(); 2].map(|()| Modules.random(&mut draws));
        let children = Modules.vary([&parents[0], &parents[1]], &VARIATION, &mut draws);
        let checksums = [&parents, &children]
            .map(|genomes| [&genomes[0], &genomes[1]].map(|g| crc32fast::hash(g.as_bytes())));
        assert_eq!(
            checksums,
            [
                [1_299_768_841, 1_044_812_746],
                [3_406_130_843, 1_374_535_906]
            ]
        );
    }

    const POSITIONS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    ];

    /// The same with a depth that nothing changes.
    fn to_depth(root: Root<'_>, plies: u32) -> Found {
        let order = Order::new(order::Weights::DEFAULT);
        let mut kernel = Kernel::new(EvoChess::standard(), order, FixedDepth);
        let reach = Reach::fixed(plies, u64::MAX);
        let found = kernel.search(root, reach, &mut || false);
        found.expect("there are moves")
    }

    /// What a program finds that has nodes enough.
    fn thought(parts: &Parts, root: Root<'_>) -> Found {
        let limits = Limits {
            nodes: 10_000_000,
            ..Limits::default()
        };
        let mut thinker = Thinker::new(&parts.individual(), None);
        let found = thinker.think(root, &limits, &mut || false);
        let found = found.expect("there are moves");
        assert!(!found.ran_out);
        found
    }

    #[test]
    fn a_fixed_depth_is_that_of_every_line() {
        for fen in POSITIONS {
            let position = read_fen(fen).expect("a position");
            let root = Root {
                position: &position,
                earlier: &[],
            };
            for plies in 0..=4 {
                let found = thought(&standard(plies), root);
                // The moves of the root are always tried.
                assert_eq!(
                    found,
                    to_depth(root, plies.max(1)),
                    "{plies} plies of {fen}"
                );
            }
        }
    }

    #[test]
    fn the_standard_program_has_the_standard_weights() {
        let parts = standard(STANDARD_DEPTH);
        assert_eq!(parts.individual().order, order::Weights::DEFAULT);
        assert_eq!(parts.individual().evaluation, position::Weights::DEFAULT);
        assert_eq!(System::EVOCHESS.hand_set(), parts.genome());
        let genes = genes(&parts.genome());
        for gene in &genes[28..52] {
            assert_eq!(gene.published, Some(gene.value), "{}", gene.name);
        }
        let bodies: Vec<bool> = genes.iter().map(|gene| gene.body.is_some()).collect();
        assert_eq!(bodies, [vec![false; 52], vec![true]].concat());
        assert_eq!(genes[52].body, Some(parts.depth.to_string()));
    }

    /// Ifs with both of their sequences take the most bytes.
    fn longest() -> Program {
        let mut statements = Vec::new();
        for _ in 0..MOST_INSTRUCTIONS / 4 {
            let mut inner = Vec::new();
            for _ in 0..4 {
                inner = vec![Statement::If(Box::new(Decision {
                    left: Terminal::Score,
                    right: Terminal::Beta,
                    then: Vec::new(),
                    otherwise: inner,
                }))];
            }
            statements.extend(inner);
        }
        let program = Program::new(statements).expect("just within the limit");
        assert_eq!(program.length(), MOST_INSTRUCTIONS);
        program
    }

    #[test]
    fn a_program_is_a_short_text() {
        let text = |genome: Genome| {
            let chromosome = Chromosome {
                system: System::EVOCHESS,
                genome,
            };
            let text = chromosome.to_string();
            assert_eq!(Chromosome::parse(&text), Ok(chromosome));
            text
        };
        let mut draws = draws(1);
        let mut lengths = Vec::new();
        for _ in 0..1000 {
            let genome = long(&mut draws);
            lengths.push(Parts::of(&genome).depth.length());
            let text = text(genome);
            assert!(text.len() < 1000, "{text}");
        }
        assert!(
            lengths
                .iter()
                .all(|length| *length > MOST_INSTRUCTIONS - 32)
        );
        assert!(lengths.contains(&MOST_INSTRUCTIONS));
        let depth = longest();
        let random = Parts::of(&Modules.random(&mut draws));
        let text = text(Parts { depth, ..random }.genome());
        assert!(text.len() < 1000, "{text}");
    }
}
