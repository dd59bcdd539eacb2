//! Where an individual of a generation came from: its parents, the crossover points, the mutations, and what these mean for each gene.
//!
//! Nothing of it is kept. Every draw is a function of the seed and of its place, so breeding a generation once more from the one before
//! tells all of it.

use serde::Serialize;

use crate::{
    genome::{
        Genome,
        breed::{Breeding, Origin},
    },
    run::Fitness,
    system::{System, genes::Gene},
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
    /// The fitness of each individual of the generation before.
    pub fitness_before: Vec<Fitness>,
}

/// A scored generation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored<'a> {
    pub(super) number: usize,
    pub(super) population: &'a [Genome],
    pub(super) fitness: &'a [u32],
    /// What a fitness is to people.
    pub(super) measure: fn(u32) -> Fitness,
}

/// The generation before: how it was scored, and who has which part of the roulette wheel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parents<'a> {
    pub(super) population: &'a [Genome],
    pub(super) fitness: &'a [u32],
    pub(super) best_first: &'a [usize],
    pub(super) weights: &'a [u64],
}

/// How the individuals of a generation came about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lineage<'a> {
    pub(super) system: System,
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
    pub(super) fn family(self, individual: usize) -> Option<Family> {
        let Self { system, scored, .. } = self;
        let genome = scored.population.get(individual)?;
        if scored.number == 0 {
            return Some(Family::alone(system, scored, individual, self.first));
        }
        if individual + self.came >= scored.population.len() {
            let birth = Birth::Elsewhere;
            return Some(Family::alone(system, scored, individual, birth));
        }
        let parents = self.parents?;
        let recorded = self.breeding.breed_recorded(
            system.representation(),
            parents.population,
            parents.best_first,
            parents.weights,
            scored.number as u32,
        )?;
        let (child, origin) = recorded.get(individual)?;
        (child == genome).then(|| Family::of(system, scored, individual, parents, origin))
    }
}

impl Parents<'_> {
    fn relative(&self, system: System, place: usize, measure: fn(u32) -> Fitness) -> Relative {
        let rank = self.best_first.iter().position(|at| *at == place);
        let sum: u64 = self.weights.iter().sum();
        Relative {
            place,
            fitness: measure(self.fitness[place]),
            rank: rank.map_or(0, |at| at + 1),
            share: self.weights[place] as f64 / sum.max(1) as f64,
            cells: system.representation().cells(&self.population[place]),
        }
    }
}

impl Family {
    /// Of an individual without parents here.
    fn alone(system: System, scored: Scored<'_>, individual: usize, birth: Birth) -> Self {
        let genome = &scored.population[individual];
        let program = Chromosome {
            system,
            genome: genome.clone(),
        };
        let genes = system.genes(genome).into_iter();
        let alone = |gene: Gene| Inherited {
            before: gene.value,
            of_second: 0,
            mutated: Vec::new(),
            in_parents: Vec::new(),
            gene,
        };
        Self {
            generation: scored.number,
            individual,
            individuals: scored.population.len(),
            program: program.to_string(),
            fitness: (scored.measure)(scored.fitness[individual]),
            birth,
            parents: Vec::new(),
            crossover_points: Vec::new(),
            mutations: Vec::new(),
            cells: system.representation().cells(genome),
            locus_name: system.representation().locus_name(),
            genes: genes.filter(|gene| gene.loci > 0).map(alone).collect(),
            fitness_before: Vec::new(),
        }
    }

    /// Of one that came from the generation before.
    fn of(
        system: System,
        scored: Scored<'_>,
        individual: usize,
        parents: Parents<'_>,
        origin: &Origin,
    ) -> Self {
        let (birth, places, descent) = match origin {
            Origin::Elite(place) => (Birth::Elite, vec![*place], None),
            Origin::Child { parents, descent } => (Birth::Child, parents.to_vec(), Some(descent)),
        };
        let mut family = Self::alone(system, scored, individual, birth);
        let fitness = parents.fitness.iter().copied();
        family.fitness_before = fitness.map(scored.measure).collect();
        let relatives = places.iter();
        family.parents = relatives
            .map(|place| parents.relative(system, *place, scored.measure))
            .collect();
        let values = |genome: &Genome| {
            let genes = system.genes(genome).into_iter();
            genes.filter(|gene| gene.loci > 0).map(|gene| gene.value)
        };
        for place in &places {
            let values = values(&parents.population[*place]);
            for (inherited, value) in family.genes.iter_mut().zip(values) {
                inherited.in_parents.push(value);
            }
        }
        let Some(descent) = descent else {
            return family;
        };
        for (inherited, before) in family.genes.iter_mut().zip(values(&descent.before)) {
            let loci = inherited.gene.offset..inherited.gene.offset + inherited.gene.loci;
            let of_second = loci
                .clone()
                .filter(|at| is_of_second(&descent.crossover_points, *at));
            let mutations = descent.mutations.iter().filter(|at| loci.contains(at));
            inherited.before = before;
            inherited.of_second = of_second.count();
            inherited.mutated = mutations.map(|at| at - loci.start).collect();
        }
        family
            .crossover_points
            .clone_from(&descent.crossover_points);
        family.mutations.clone_from(&descent.mutations);
        family
    }
}

/// Whether a locus is of the second parent.
fn is_of_second(crossover_points: &[usize], locus: usize) -> bool {
    let passed = crossover_points.iter().filter(|at| **at <= locus).count();
    passed % 2 == 1
}
