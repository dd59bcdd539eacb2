//! Groups of Meep's weights that belong together, whatever the stage of the game: hardly any weight decides a move alone, a group may.

use millipawn_engine::{
    evaluation::meep::{
        FAMILIES, FEATURES, Meep, PER_STAGE, STAGES, WITH_FALCON, Weights, falcon_features,
    },
    play::evaluator::Evaluator,
};

/// The group of Falcon's features, which hold in all stages.
pub(super) const FALCON_GROUP: &str = "Falcon's features";

const WHOLE: &str = "all groups of this kind together";

/// Some of the weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What it is called: no two groups alike.
    pub name: &'static str,
    /// The larger group that it belongs to, by its name.
    pub kind: Option<&'static str>,
    /// What its weights weigh.
    pub meaning: &'static str,
    /// The places of its weights.
    pub places: Vec<usize>,
}

/// Those of weights of this number: every concept of the features, then its families; Falcon's features, where there are some, and each.
pub fn groups(weights: usize) -> Vec<Group> {
    let mut groups = Vec::new();
    for families in FAMILIES.chunk_by(|one, next| one.concept == next.concept) {
        let (first, last) = (families[0], families[families.len() - 1]);
        groups.push(Group {
            name: first.concept,
            kind: None,
            meaning: WHOLE,
            places: in_stages(first.first..last.end()),
        });
        groups.extend(families.iter().map(|family| Group {
            name: family.title(),
            kind: Some(family.concept),
            meaning: family.meaning,
            places: in_stages(family.first..family.end()),
        }));
    }
    if weights == WITH_FALCON {
        groups.push(Group {
            name: FALCON_GROUP,
            kind: None,
            meaning: WHOLE,
            places: (FEATURES..WITH_FALCON).collect(),
        });
        let features = falcon_features().iter().enumerate();
        groups.extend(features.map(|(at, feature)| Group {
            name: feature.name,
            kind: Some(FALCON_GROUP),
            meaning: feature.definition,
            places: vec![FEATURES + at],
        }));
    }
    groups
}

fn in_stages(features: std::ops::Range<usize>) -> Vec<usize> {
    let stages = 0..STAGES.len();
    let of = |stage| features.clone().map(move |at| stage * PER_STAGE + at);
    stages.flat_map(of).collect()
}

/// The evaluation with these weights, those of a group at zero; `None` where no group has that name.
pub(super) fn without(weights: &Weights, name: &str) -> Option<Evaluator> {
    let mut left = weights.as_slice().to_vec();
    let groups = groups(left.len());
    let group = groups.iter().find(|group| group.name == name)?;
    for at in &group.places {
        left[*at] = 0;
    }
    Weights::new(&left).map(|left| Evaluator::new(Meep::new(left)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_weight_is_in_one_small_group_and_in_the_large_one_of_its_kind() {
        for weights in [FEATURES, WITH_FALCON] {
            let groups = groups(weights);
            let names: BTreeSet<_> = groups.iter().map(|group| group.name).collect();
            assert_eq!(names.len(), groups.len());
            let (small, large): (Vec<_>, Vec<_>) =
                groups.iter().partition(|group| group.kind.is_some());
            for some in [&small, &large] {
                let mut places: Vec<_> = some.iter().flat_map(|group| &group.places).collect();
                places.sort_unstable();
                assert!(places.into_iter().copied().eq(0..weights));
            }
            for whole in large {
                let own = small.iter().filter(|group| group.kind == Some(whole.name));
                let places: BTreeSet<_> = own.flat_map(|group| &group.places).collect();
                assert_eq!(places, whole.places.iter().collect());
            }
        }
        assert_eq!(groups(FEATURES).len(), 5 + FAMILIES.len());
    }
}
