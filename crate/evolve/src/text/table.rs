//! A program's evaluation as a table of comma-separated values, a row a gene, for spreadsheets and other programs: the system, the group
//! of the gene, its name, its value and the unit of that.
//!
//! Every program can be written. Those whose genes are numbers can be read back, to the bit.

use std::collections::BTreeMap;

use crate::{
    system::{Numbers, System, genes::Gene},
    text::{chromosome::Chromosome, link_text::shown},
};

const HEADER: [&str; 5] = ["system", "group", "gene", "value", "unit"];

/// Why a text is no program's table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableError {
    /// Not the columns of such a table.
    Header,
    /// A row that cannot be read, with its line, and why.
    Row(u64, String),
    /// A system whose programs are not numbers, by its name.
    NotNumbers(&'static str),
    /// A gene without a row, by its group and name.
    Missing(&'static str, &'static str),
}

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Header => write!(f, "its first line is not \"{}\"", HEADER.join(",")),
            Self::Row(line, why) => write!(f, "line {line}: {why}"),
            Self::NotNumbers(name) => write!(f, "a program of {name} cannot be read from a table"),
            Self::Missing(group, name) => write!(f, "there is no row for {group}, {name}"),
        }
    }
}

impl std::error::Error for TableError {}

/// Whether a text begins like such a table.
pub fn is_table(text: &str) -> bool {
    let first = text.trim_start_matches('\u{feff}').lines().next();
    first.is_some_and(|line| line.trim_end() == HEADER.join(","))
}

/// The table of a program.
///
/// # Panics
/// Never: what is written is text in memory.
pub fn write(program: &Chromosome) -> String {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut add = |row: [&str; 5]| table.write_record(row).expect("five cells");
    add(HEADER);
    for Gene {
        group,
        name,
        value,
        unit,
        ..
    } in program.genes()
    {
        add([program.system.id(), group, name, &value.to_string(), unit]);
    }
    let bytes = table.into_inner().expect("it is in memory");
    String::from_utf8(bytes).expect("of texts")
}

/// The program of a table, whose rows may stand in any order.
///
/// # Errors
/// What is wrong with the text; the first trouble found.
pub fn read(text: &str) -> Result<Chromosome, TableError> {
    if !is_table(text) {
        return Err(TableError::Header);
    }
    let mut table = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let mut of: Option<Reading> = None;
    for record in table.records() {
        let record = record.map_err(unreadable)?;
        let line = record.position().map_or(0, csv::Position::line);
        let refused = |why: String| TableError::Row(line, why);
        let system = System::from_id(&record[0]);
        let system =
            system.ok_or_else(|| refused(format!("no system \"{}\"", shown(&record[0]))))?;
        let reading = match &mut of {
            None => of.insert(Reading::of(system)?),
            Some(reading) if reading.system == system => reading,
            Some(_) => return Err(refused("it is of another system".to_owned())),
        };
        reading.take(&record).map_err(refused)?;
    }
    of.ok_or(TableError::Header)?.program()
}

/// What was read of a program.
struct Reading {
    system: System,
    numbers: &'static Numbers,
    genes: Vec<Gene>,
    places: BTreeMap<(&'static str, &'static str), usize>,
    values: Vec<Option<f64>>,
}

impl Reading {
    fn of(system: System) -> Result<Self, TableError> {
        let numbers = system.numbers();
        let numbers = numbers.ok_or_else(|| TableError::NotNumbers(system.name()))?;
        let genes = (numbers.genes)();
        let places = genes.iter().enumerate();
        let places = places.map(|(place, gene)| ((gene.group, gene.name), place));
        Ok(Self {
            system,
            numbers,
            places: places.collect(),
            values: vec![None; genes.len()],
            genes,
        })
    }

    fn take(&mut self, record: &csv::StringRecord) -> Result<(), String> {
        let [group, name, value, unit] = [1, 2, 3, 4].map(|column| &record[column]);
        let place = self.places.get(&(group, name)).copied();
        let place =
            place.ok_or_else(|| format!("no gene \"{}, {}\"", shown(group), shown(name)))?;
        let gene = &self.genes[place];
        if unit != gene.unit {
            return Err(format!(
                "the unit is \"{}\", not {}",
                shown(unit),
                gene.unit
            ));
        }
        let number = value.trim().parse::<f64>().ok();
        let number = number.filter(|number| (gene.base..=gene.highest).contains(number));
        let number = number.ok_or_else(|| {
            let (value, least, most) = (shown(value), gene.base, gene.highest);
            format!("\"{value}\" is no number from {least} to {most}")
        })?;
        match self.values[place].replace(number) {
            None => Ok(()),
            Some(_) => Err(format!("{group}, {name} has two rows")),
        }
    }

    fn program(self) -> Result<Chromosome, TableError> {
        let known: Vec<f64> = self.values.iter().map_while(|value| *value).collect();
        let missing = self.genes.get(known.len());
        let missing = missing.map(|gene| TableError::Missing(gene.group, gene.name));
        let rest = self.values.iter().skip(known.len());
        let genome = match (rest.flatten().next(), &missing) {
            (Some(_), Some(missing)) => return Err(missing.clone()),
            // Some programs have only the first genes.
            _ => (self.numbers.genome)(&known),
        };
        let too_large = TableError::NotNumbers(self.system.name());
        let genome = genome.ok_or_else(|| missing.unwrap_or(too_large))?;
        Ok(Chromosome {
            system: self.system,
            genome,
        })
    }
}

fn unreadable(error: csv::Error) -> TableError {
    let line = error.position().map_or(0, csv::Position::line);
    let why = match error.kind() {
        csv::ErrorKind::UnequalLengths { len, .. } => format!("{len} cells, not {}", HEADER.len()),
        _ => error.to_string(),
    };
    TableError::Row(line, why)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        genome::draw::{Draws, Purpose},
        run::learning,
    };

    fn random(system: System, seed: u64) -> Chromosome {
        let mut draws = Draws::derive(seed, 0, 0, Purpose::Genes);
        let genome = system.representation().random(&mut draws);
        Chromosome { system, genome }
    }

    #[test]
    fn a_program_of_numbers_comes_back_to_the_bit_in_any_order() {
        let program = random(System::MEEP, 3);
        let text = write(&program);
        assert!(is_table(&text));
        assert_eq!(text.lines().count(), 1 + 1812);
        assert!(text.len() < 100_000, "{}", text.len());
        assert_eq!(read(&text), Ok(program.clone()));
        let mut lines: Vec<&str> = text.lines().collect();
        lines[1..].reverse();
        let turned = format!("\u{feff}{}\r\n", lines.join("\r\n"));
        assert_eq!(read(&turned), Ok(program));
    }

    #[test]
    fn a_program_with_falcons_features_has_a_row_for_each() {
        let program = random(System::MEEP, 3);
        let with_falcon = learning::weights_of(&program)
            .expect("it learns")
            .with_falcon();
        let with_falcon = learning::exact_program(&with_falcon);
        let text = write(&with_falcon);
        assert_eq!(read(&text), Ok(with_falcon));
        let rows: Vec<&str> = text.lines().collect();
        let but = |rows: &[&str]| read(&rows.join("\n"));
        assert_eq!(
            but(&rows[..=1812]),
            Ok(program),
            "all of them may be missing"
        );
        let told = but(&rows[..1820]).expect_err("some are missing");
        assert!(
            told.to_string()
                .starts_with("there is no row for Falcon's features, ")
        );
        let told = but(&[&rows[..5], &rows[6..]].concat()).expect_err("one is missing");
        assert!(
            told.to_string()
                .starts_with("there is no row for opening, pawn on ")
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let text = write(&random(System::MEEP, 3));
        let second = text.lines().nth(1).expect("many rows");
        let cells: Vec<&str> = second.split(',').collect();
        let changed = |column: usize, cell: &str| {
            let mut cells = cells.clone();
            cells[column] = cell;
            read(&text.replacen(second, &cells.join(","), 1))
                .expect_err("it is wrong")
                .to_string()
        };
        assert_eq!(
            changed(0, "acpp"),
            "a program of ACPP cannot be read from a table"
        );
        assert_eq!(changed(0, "x"), "line 2: no system \"x\"");
        assert!(changed(2, "x").starts_with("line 2: no gene \""));
        assert!(changed(3, "1e99").contains("line 2: \"1e99\" is no number from -"));
        assert!(changed(3, "NaN").contains("is no number"));
        assert_eq!(
            changed(4, "pawns"),
            "line 2: the unit is \"pawns\", not millipawns"
        );
        let twice = format!("{text}{second}\n");
        assert!(
            read(&twice)
                .expect_err("twice")
                .to_string()
                .ends_with("has two rows")
        );
        let without = text.replacen(&format!("{second}\n"), "", 1);
        assert!(matches!(read(&without), Err(TableError::Missing(..))));
        let short = text.replacen(second, "meep,1", 1);
        assert_eq!(
            read(&short),
            Err(TableError::Row(2, "2 cells, not 5".to_owned()))
        );
        assert_eq!(read("a,b\n"), Err(TableError::Header));
        assert_eq!(
            read(&format!("{}\n", HEADER.join(","))),
            Err(TableError::Header)
        );
    }

    #[test]
    fn programs_of_bits_are_written_alone() {
        for system in [System::ACPP, System::FALCON] {
            let text = write(&random(system, 1));
            assert!(text.lines().count() > 10);
            assert_eq!(read(&text), Err(TableError::NotNumbers(system.name())));
        }
    }

    proptest! {
        #[test]
        fn anything_may_be_read(text in "(system,group,gene,value,unit\n)?(meep,[a-z ,\"\n]{0,40}\n?){0,5}") {
            let _ = read(&text);
        }
    }
}
