//! How rows of a table of settings are written, and those that several kinds of run have.

use super::{Kind, Old, Setting, Value};

macro_rules! integer {
    ($($field:ident).+) => {
        (|s| $crate::run::settings::Value::Integer(u64::from(s.$($field).+)), |s, value| {
            // The table's bounds fit the field.
            if let $crate::run::settings::Value::Integer(number) = value { s.$($field).+ = number as _; }
        })
    };
}

macro_rules! number {
    ($field:ident) => {
        (
            |s| $crate::run::settings::Value::Number(s.$field),
            |s, value| {
                if let $crate::run::settings::Value::Number(number) = value {
                    s.$field = number;
                }
            },
        )
    };
}

macro_rules! flag {
    ($($field:ident).+) => {
        (|s| $crate::run::settings::Value::Flag(s.$($field).+), |s, value| {
            if let $crate::run::settings::Value::Flag(flag) = value { s.$($field).+ = flag; }
        })
    };
}

macro_rules! text {
    ($($field:ident).+) => {
        (|s| $crate::run::settings::Value::Text(s.$($field).+.clone()), |s, value| {
            if let $crate::run::settings::Value::Text(text) = value { s.$($field).+ = text; }
        })
    };
}

/// One of two: the second's name and value, else the first's.
macro_rules! either {
    ($field:ident, $first:literal = $one:path, $second:literal = $two:path) => {
        (
            |s| {
                $crate::run::settings::Value::Choice(if s.$field == $two {
                    $second
                } else {
                    $first
                })
            },
            |s, value| {
                s.$field = if value == $crate::run::settings::Value::Choice($second) {
                    $two
                } else {
                    $one
                };
            },
        )
    };
}

type Access<S> = (fn(&S) -> Value, fn(&mut S, Value));

/// A row that is not shown at first sight.
pub(in crate::run) const fn row<S>(
    label: &'static str,
    group: &'static str,
    kind: Kind,
    unit: &'static str,
    access: Access<S>,
    source: &'static str,
    meaning: &'static str,
) -> Setting<S> {
    let (get, set) = access;
    Setting {
        label,
        group,
        kind,
        unit,
        meaning,
        source,
        prominent: false,
        in_page: None,
        changeable: false,
        old: None,
        get,
        set,
    }
}

/// Shown at first sight.
pub(in crate::run) const fn prominent<S>(setting: Setting<S>) -> Setting<S> {
    Setting {
        prominent: true,
        ..setting
    }
}

/// May be changed while a run goes on.
pub(in crate::run) const fn changeable<S>(setting: Setting<S>) -> Setting<S> {
    Setting {
        changeable: true,
        ..setting
    }
}

/// With another default in the page.
pub(in crate::run) const fn in_page<S>(
    setting: Setting<S>,
    default: &'static str,
    source: &'static str,
) -> Setting<S> {
    Setting {
        in_page: Some((default, source)),
        ..setting
    }
}

/// Written as a whole number under this name by earlier builds: a probability in ten-thousandths.
pub(in crate::run) const fn formerly<S>(name: &'static str, setting: Setting<S>) -> Setting<S> {
    let times = match setting.kind {
        Kind::Number(..) => 10_000,
        _ => 1,
    };
    Setting {
        old: Some(Old { name, times }),
        ..setting
    }
}

/// Seeds survive a journey through JavaScript's numbers.
pub(in crate::run) const MAX_SEED: u64 = (1 << 53) - 1;

macro_rules! population {
    ($unit:literal, $source:expr, $meaning:literal) => {
        $crate::run::settings::prominent($crate::run::settings::row(
            "Population",
            "run",
            $crate::run::settings::Kind::Integer(2, 1000),
            $unit,
            $crate::run::settings::integer!(population),
            $source,
            $meaning,
        ))
    };
}

macro_rules! generations {
    ($source:expr, $meaning:literal) => {
        $crate::run::settings::prominent($crate::run::settings::row(
            "Generations",
            "run",
            $crate::run::settings::Kind::Integer(0, $crate::run::settings::MOST_GENERATIONS as u64),
            "generations",
            $crate::run::settings::integer!(generations),
            $source,
            $meaning,
        ))
    };
}

macro_rules! crossover_probability {
    ($source:expr, $meaning:literal) => {
        $crate::run::settings::changeable($crate::run::settings::row(
            "Crossover probability",
            "run",
            $crate::run::settings::Kind::Number(0.0, 1.0),
            "",
            $crate::run::settings::number!(crossover_probability),
            $source,
            $meaning,
        ))
    };
}

macro_rules! mutation_probability {
    ($source:expr) => {
        $crate::run::settings::changeable($crate::run::settings::row(
            "Mutation probability",
            "run",
            $crate::run::settings::Kind::Number(0.0, 1.0),
            "a bit",
            $crate::run::settings::number!(mutation_probability),
            $source,
            "How likely each bit of a child is to be flipped.",
        ))
    };
}

macro_rules! elite {
    ($unit:literal, $source:expr) => {
        $crate::run::settings::changeable($crate::run::settings::row(
            "Elite",
            "run",
            $crate::run::settings::Kind::Integer(0, 1000),
            $unit,
            $crate::run::settings::integer!(elite),
            $source,
            "How many of the best pass into the next generation unchanged.",
        ))
    };
}

macro_rules! seed {
    () => {
        $crate::run::settings::prominent($crate::run::settings::row(
            "Seed",
            "run",
            $crate::run::settings::Kind::Integer(0, $crate::run::settings::MAX_SEED),
            "",
            $crate::run::settings::integer!(seed),
            "our choice: the year of the paper",
            "Decides every random draw: the same number, settings and data give the same run.",
        ))
    };
}

// Those of kinds whose programs live in demes: the settings have fields of these names.

macro_rules! demes {
    () => {
        $crate::run::settings::row(
            "Demes",
            "demes",
            $crate::run::settings::Kind::Integer(1, 100),
            "demes",
            $crate::run::settings::integer!(demes),
            "our choice",
            "How many populations live side by side; the paper's were on different computers.",
        )
    };
}

macro_rules! parents {
    () => {
        $crate::run::settings::row(
            "Parents",
            "run",
            $crate::run::settings::Kind::Integer(1, 1000),
            "programs a deme",
            $crate::run::settings::integer!(parents),
            "our choice",
            "How many of the best of a deme live on and have children, which take the place of all others.",
        )
    };
}

macro_rules! migration_interval {
    () => {
        $crate::run::settings::row(
            "Migration interval",
            "demes",
            $crate::run::settings::Kind::Integer(1, 100_000),
            "generations",
            $crate::run::settings::integer!(migration_interval),
            "our choice",
            "Every so many generations each deme sends copies of its best programs to the next.",
        )
    };
}

macro_rules! migrants {
    () => {
        $crate::run::settings::row(
            "Migrants",
            "demes",
            $crate::run::settings::Kind::Integer(0, 1000),
            "programs",
            $crate::run::settings::integer!(migrants),
            "our choice",
            "How many programs it sends. They take the place of the worst parents there.",
        )
    };
}

// Those of evolution strategies.

macro_rules! first_step {
    () => {
        $crate::run::settings::row(
            "First step",
            "run",
            $crate::run::settings::Kind::Number($crate::genome::strategy::Steps::SMALLEST, 1.0),
            "of the range",
            $crate::run::settings::number!(first_step),
            "our choice: the paper tells no size",
            "How large mutations of a random program's weights are: their standard deviation.",
        )
    };
}

macro_rules! least_step {
    () => {
        $crate::run::settings::changeable($crate::run::settings::row(
            "Least step",
            "run",
            $crate::run::settings::Kind::Number($crate::genome::strategy::Steps::SMALLEST, 1.0),
            "of the range",
            $crate::run::settings::number!(least_step),
            "our choice: the paper tells no size",
            "Mutations change their own size, and never become smaller than this.",
        ))
    };
}

pub(in crate::run) use {
    crossover_probability, demes, either, elite, first_step, flag, generations, integer,
    least_step, migrants, migration_interval, mutation_probability, number, parents, population,
    seed, text,
};
