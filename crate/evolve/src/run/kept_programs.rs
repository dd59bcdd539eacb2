//! Which programs of a run are kept where there are thousands of generations.

/// Whether the program of this generation is kept when others follow: of the generations 0 to 10, then of every tenth to 100, and so on.
pub(in crate::run) const fn is_kept(generation: u32) -> bool {
    let mut every = 1;
    while generation > 10 * every {
        every *= 10;
    }
    generation.is_multiple_of(every)
}

/// Forgets the program before the last two, unless it is kept: there always is a newest one to show. `program` is the place of a record's.
pub(in crate::run) fn forget<R>(
    records: &mut [R],
    program: impl Fn(&mut R) -> &mut Option<String>,
) {
    let Some(at) = records.len().checked_sub(2) else {
        return;
    };
    if !is_kept(at as u32) {
        *program(&mut records[at]) = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_programs_a_decade_are_kept() {
        let kept: Vec<u32> = (0..=1000).filter(|at| is_kept(*at)).collect();
        assert_eq!(kept[..13], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30]);
        assert_eq!(kept[kept.len() - 3..], [800, 900, 1000]);
    }
}
