//! Where an individual of a generation came from: its parents, the crossover points, the mutations, and what these mean for each gene.
//!
//! Nothing of it is kept. Every draw is a function of the seed and of its place, so breeding a generation once more from the one before
//! tells all of it.

use serde::Serialize;

use crate::{
    genome::{
        Genome, Representation,
        breed::{Breeding, Origin},
        depth_program::{GeneticOperator, Line},
    },
    run::Fitness,
    system::{
        System, evochess,
        genes::Gene,
        search_genome::{self, SearchGenome},
    },
    text::chromosome::Chromosome,
};

/// Where individuals come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Birth {
    /// It is one of the first generation, and was drawn at random.
    Random,
    /// It is one of the programs that the run began with.
    Given,
    /// It was the best, or one of them, and passed on unchanged.
    Elite,
    /// It is a child of two.
    Child,
    /// It came from another run.
    Elsewhere,
}

/// An individual of the generation before.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Relative {
    /// Its place, from 0.
    pub place: usize,
    /// Its fitness.
    pub fitness: Fitness,
    /// Its rank by fitness, from 1; the earlier first on ties.
    pub rank: usize,
    /// Its share of the roulette wheel, 0 to 1.
    pub share: f64,
    /// Its loci, as the picture has them.
    pub cells: Vec<u8>,
}

/// What a gene was inherited as.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Inherited {
    /// The gene as the individual has it.
    #[serde(flatten)]
    pub gene: Gene,
    /// How many of its loci are of the second parent.
    pub of_second: usize,
    /// Its loci that mutated, from 0 within the gene.
    pub mutated: Vec<usize>,
    /// Its value before they did.
    pub before: f64,
    /// Its value in each parent.
    pub in_parents: Vec<f64>,
    /// The size of its mutations, where it has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepSize>,
}

/// The standard deviation of a gene's mutations, which is inherited and mutates too, in the unit of the gene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepSize {
    /// In the individual.
    pub value: f64,
    /// Before it mutated: the mean of the parents'.
    pub before: f64,
    /// In each parent.
    pub in_parents: Vec<f64>,
}

/// Where the program that a genome holds came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Body {
    /// What made it.
    pub operator: GeneticOperator,
    /// How many instructions of its first parent were cut out, whether something took their place or not.
    pub removed: usize,
    /// Its text.
    pub lines: Vec<Line>,
}

/// An individual and where it came from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Family {
    /// The generation that it is of.
    pub generation: usize,
    /// Its place, from 0.
    pub individual: usize,
    /// How many there are.
    pub individuals: usize,
    /// Its chromosome.
    pub program: String,
    /// Its fitness.
    pub fitness: Fitness,
    /// How it came about.
    pub birth: Birth,
    /// The parent that it begins with, and the other; one of the elite has itself alone.
    pub parents: Vec<Relative>,
    /// The loci from which on it is of its other parent.
    pub crossover_points: Vec<usize>,
    /// The loci that mutated.
    pub mutations: Vec<usize>,
    /// Its loci, as the picture has them.
    pub cells: Vec<u8>,
    /// What a locus is called.
    pub locus_name: &'static str,
    /// Its genes that vary.
    pub genes: Vec<Inherited>,
    /// The program that the genome of a child holds, where it holds one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Body>,
    /// The fitness of each individual of the generation before.
    pub fitness_before: Vec<Fitness>,
}

/// An individual, whoever its parents are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Individual {
    /// Its chromosome.
    pub program: String,
    /// Its genes that vary.
    pub genes: Vec<Gene>,
}

/// What the individuals of a run are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Species {
    /// Programs.
    Programs(System),
    /// The moves' order of programs that are the same otherwise.
    Orderings,
    /// How a program searches.
    Searches,
}

/// A scored generation.
#[derive(Clone, Debug)]
pub(super) struct Scored<'a> {
    pub(super) number: usize,
    pub(super) population: &'a [Genome],
    pub(super) fitness: Vec<Fitness>,
}

/// The generation before: how it was scored, and who has which part of the roulette wheel.
#[derive(Clone, Debug)]
pub(super) struct Parents<'a> {
    pub(super) population: &'a [Genome],
    pub(super) fitness: Vec<Fitness>,
    pub(super) best_first: Vec<usize>,
    pub(super) weights: Vec<u64>,
}

/// How an individual of a generation came about.
#[derive(Clone, Debug)]
pub(super) enum Arrival {
    /// Without parents here.
    Alone(Birth),
    /// From the generation before.
    Bred(Origin),
}

/// A generation that was bred by roulette.
#[derive(Clone, Debug)]
pub(super) struct Lineage<'a> {
    pub(super) species: Species,
    pub(super) scored: Scored<'a>,
    /// `None` of the first, and where it is not here.
    pub(super) parents: Option<Parents<'a>>,
    pub(super) breeding: Breeding,
    /// So many came from elsewhere: the last ones.
    pub(super) came: usize,
    /// How the first generation came about.
    pub(super) first: Birth,
}

impl Lineage<'_> {
    /// The generation is bred once more from the one before, and this time written down; `None` where that is not there, or is not the one:
    /// then other children come of it.
    pub(super) fn family(&self, individual: usize) -> Option<Family> {
        let Self {
            species, scored, ..
        } = self;
        let genome = scored.population.get(individual)?;
        if scored.number == 0 {
            let arrival = Arrival::Alone(self.first);
            return Family::of(*species, scored, individual, &arrival, None);
        }
        if individual + self.came >= scored.population.len() {
            let arrival = Arrival::Alone(Birth::Elsewhere);
            return Family::of(*species, scored, individual, &arrival, None);
        }
        let parents = self.parents.as_ref()?;
        let recorded = self.breeding.breed_recorded(
            species.representation(),
            parents.population,
            &parents.best_first,
            &parents.weights,
            scored.number as u32,
        )?;
        let (child, origin) = recorded.into_iter().nth(individual)?;
        let arrival = Arrival::Bred(origin);
        let family = || Family::of(*species, scored, individual, &arrival, Some(parents));
        if child == *genome { family() } else { None }
    }
}

impl Species {
    fn representation(self) -> &'static dyn Representation {
        match self {
            Self::Programs(system) => system.representation(),
            Self::Orderings => System::EVOCHESS.representation(),
            Self::Searches => &search_genome::GENOME,
        }
    }

    /// How many loci are bred: the first ones.
    fn bred(self) -> usize {
        match self {
            Self::Orderings => evochess::ORDERING_LOCI,
            Self::Programs(_) | Self::Searches => usize::MAX,
        }
    }

    /// Those that are bred.
    fn genes(self, genome: &Genome) -> impl Iterator<Item = Gene> {
        let genes = match self {
            Self::Programs(system) => system.genes(genome),
            Self::Orderings => System::EVOCHESS.genes(genome),
            Self::Searches => SearchGenome::new(genome).map_or_else(Vec::new, |own| own.genes()),
        };
        let is_bred = move |gene: &Gene| gene.loci > 0 && gene.offset < self.bred();
        genes.into_iter().filter(is_bred)
    }

    pub(super) fn individuals(self, population: &[Genome]) -> Vec<Individual> {
        let individual = |genome| Individual {
            program: self.text(genome),
            genes: self.genes(genome).collect(),
        };
        population.iter().map(individual).collect()
    }

    fn cells(self, genome: &Genome) -> Vec<u8> {
        let mut cells = self.representation().cells(genome);
        cells.truncate(self.bred());
        cells
    }

    fn text(self, genome: &Genome) -> String {
        let system = match self {
            Self::Programs(system) => system,
            Self::Orderings => System::EVOCHESS,
            Self::Searches => {
                return SearchGenome::new(genome).map_or_else(String::new, |own| own.to_string());
            }
        };
        let genome = genome.clone();
        Chromosome { system, genome }.to_string()
    }
}

impl Parents<'_> {
    fn relative(&self, species: Species, place: usize) -> Relative {
        let rank = self.best_first.iter().position(|at| *at == place);
        let sum: u64 = self.weights.iter().sum();
        Relative {
            place,
            fitness: self.fitness[place],
            rank: rank.map_or(0, |at| at + 1),
            share: self.weights[place] as f64 / sum.max(1) as f64,
            cells: species.cells(&self.population[place]),
        }
    }
}

impl Family {
    /// Of one that came about so; `None` where its parents would be needed and are not here.
    pub(super) fn of(
        species: Species,
        scored: &Scored<'_>,
        individual: usize,
        arrival: &Arrival,
        parents: Option<&Parents<'_>>,
    ) -> Option<Self> {
        match arrival {
            Arrival::Alone(birth) => Some(Self::alone(species, scored, individual, *birth)),
            Arrival::Bred(origin) => {
                Some(Self::bred(species, scored, individual, parents?, origin))
            }
        }
    }

    fn alone(species: Species, scored: &Scored<'_>, individual: usize, birth: Birth) -> Self {
        let genome = &scored.population[individual];
        let steps = species.representation().steps(genome);
        let alone = |gene: Gene| Inherited {
            before: gene.value,
            of_second: 0,
            mutated: Vec::new(),
            in_parents: Vec::new(),
            step: steps.as_ref().map(|steps| StepSize {
                value: step_of(&gene, steps),
                before: step_of(&gene, steps),
                in_parents: Vec::new(),
            }),
            gene,
        };
        Self {
            generation: scored.number,
            individual,
            individuals: scored.population.len(),
            program: species.text(genome),
            fitness: scored.fitness[individual],
            birth,
            parents: Vec::new(),
            crossover_points: Vec::new(),
            mutations: Vec::new(),
            cells: species.cells(genome),
            locus_name: species.representation().locus_name(),
            genes: species.genes(genome).map(alone).collect(),
            body: None,
            fitness_before: Vec::new(),
        }
    }

    /// Of one that came from the generation before.
    fn bred(
        species: Species,
        scored: &Scored<'_>,
        individual: usize,
        parents: &Parents<'_>,
        origin: &Origin,
    ) -> Self {
        let (birth, places, descent) = match origin {
            Origin::Elite(place) => (Birth::Elite, vec![*place], None),
            Origin::Child { parents, descent } => (Birth::Child, parents.to_vec(), Some(descent)),
        };
        let mut family = Self::alone(species, scored, individual, birth);
        family.fitness_before.clone_from(&parents.fitness);
        let relatives = places.iter();
        family.parents = relatives
            .map(|place| parents.relative(species, *place))
            .collect();
        for place in &places {
            let genome = &parents.population[*place];
            let steps = species.representation().steps(genome);
            for (inherited, gene) in family.genes.iter_mut().zip(species.genes(genome)) {
                if let (Some(step), Some(steps)) = (&mut inherited.step, &steps) {
                    step.in_parents.push(step_of(&gene, steps));
                }
                inherited.in_parents.push(gene.value);
            }
        }
        let Some(descent) = descent else {
            return family;
        };
        let steps = species.representation().steps(&descent.before);
        for (inherited, before) in family.genes.iter_mut().zip(species.genes(&descent.before)) {
            let loci = inherited.gene.offset..inherited.gene.offset + inherited.gene.loci;
            let of_second = loci
                .clone()
                .filter(|at| is_of_second(&descent.crossover_points, *at));
            let mutations = descent.mutations.iter().filter(|at| loci.contains(at));
            if let (Some(step), Some(steps)) = (&mut inherited.step, &steps) {
                step.before = step_of(&before, steps);
            }
            inherited.before = before.value;
            inherited.of_second = of_second.count();
            inherited.mutated = mutations.map(|at| at - loci.start).collect();
        }
        let is_bred = |at: &&usize| **at < species.bred();
        let points = descent.crossover_points.iter().filter(is_bred);
        family.crossover_points = points.copied().collect();
        family.mutations.clone_from(&descent.mutations);
        family.body = descent.program.as_ref().map(|(operator, child)| Body {
            operator: *operator,
            removed: child.removed,
            lines: child.lines(),
        });
        family
    }
}

/// Of so many individuals, where these are drawn with equal chances.
pub(super) fn equal_shares(individuals: usize, parents: &[usize]) -> Vec<u64> {
    let is_parent = |at: usize| u64::from(parents.contains(&at));
    (0..individuals).map(is_parent).collect()
}

/// Of a gene with one locus, in its unit.
fn step_of(gene: &Gene, steps: &[f64]) -> f64 {
    steps[gene.offset] * (gene.highest - gene.base)
}

/// Whether a locus is of the second parent.
fn is_of_second(crossover_points: &[usize], locus: usize) -> bool {
    let passed = crossover_points.iter().filter(|at| **at <= locus).count();
    passed % 2 == 1
}
