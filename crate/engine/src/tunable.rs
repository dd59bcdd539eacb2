//! Tables of named integer parameters, the single source for UCI options, forms, links and documentation.

/// One row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name, without spaces; it is also the name of the UCI option.
    pub name: &'static str,
    /// The default value.
    pub default: i32,
    /// The minimum.
    pub minimum: i32,
    /// The maximum.
    pub maximum: i32,
    /// Its unit.
    pub unit: &'static str,
    /// Its effect.
    pub meaning: &'static str,
    /// The paper it comes from, or "our choice".
    pub source: &'static str,
}

/// Why a value could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TunableError {
    /// No row has this name.
    Unknown(String),
    /// The value is outside the row's bounds.
    OutOfRange(Tunable, i64),
}

impl std::fmt::Display for TunableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no parameter \"{name}\""),
            Self::OutOfRange(row, value) => write!(
                f,
                "{} goes from {} to {}, not {value}",
                row.name, row.minimum, row.maximum
            ),
        }
    }
}

impl std::error::Error for TunableError {}

/// Sets the parameter with this name (ignoring case) in `fields`, which are in the order of `table`.
///
/// # Errors
/// A name that is not in the table, or a value outside its bounds.
pub fn set(
    table: &[Tunable],
    fields: &mut [&mut i32],
    name: &str,
    value: i64,
) -> Result<(), TunableError> {
    let place = table
        .iter()
        .position(|row| row.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| TunableError::Unknown(name.to_owned()))?;
    let row = table[place];
    let fit = i32::try_from(value)
        .ok()
        .filter(|value| (row.minimum..=row.maximum).contains(value));
    *fields[place] = fit.ok_or(TunableError::OutOfRange(row, value))?;
    Ok(())
}

/// Declares a struct of `i32` fields and its table.
#[macro_export]
macro_rules! tunables {
    ($(#[$attribute:meta])* $kind:ident; $($field:ident $name:literal $default:literal in $minimum:literal ..= $maximum:literal $unit:literal $source:ident $meaning:literal)*) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $kind {
            $(#[doc = $meaning] pub $field: i32,)*
        }

        /// The table, in the order of the fields.
        pub const TABLE: &[$crate::tunable::Tunable] = &[$($crate::tunable::Tunable {
            name: $name,
            default: $default,
            minimum: $minimum,
            maximum: $maximum,
            unit: $unit,
            meaning: $meaning,
            source: $source,
        },)*];

        impl $kind {
            /// The default of every row.
            pub const DEFAULT: Self = Self { $($field: $default,)* };

            /// The values in the order of [`TABLE`].
            pub const fn values(&self) -> [i32; TABLE.len()] {
                [$(self.$field,)*]
            }

            /// Sets the parameter with this name (ignoring case).
            ///
            /// # Errors
            /// A name that is not in the table, or a value outside its bounds.
            pub fn set(&mut self, name: &str, value: i64) -> Result<(), $crate::tunable::TunableError> {
                $crate::tunable::set(TABLE, &mut [$(&mut self.$field,)*], name, value)
            }
        }

        impl Default for $kind {
            fn default() -> Self {
                Self::DEFAULT
            }
        }
    };
}

pub use tunables;
