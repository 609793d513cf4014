//! serde's renaming rules, compared with serde_derive's own table.

use crate::validate::rename::{RenameRule, pascal};

const NAMES: [&str; 8] = [
    "lowercase",
    "UPPERCASE",
    "PascalCase",
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "SCREAMING-KEBAB-CASE",
];

#[test]
fn fields_follow_serde() {
    let rows = [
        (
            "outcome",
            [
                "outcome", "OUTCOME", "Outcome", "outcome", "outcome", "OUTCOME", "outcome",
                "OUTCOME",
            ],
        ),
        (
            "very_tasty",
            [
                "very_tasty",
                "VERY_TASTY",
                "VeryTasty",
                "veryTasty",
                "very_tasty",
                "VERY_TASTY",
                "very-tasty",
                "VERY-TASTY",
            ],
        ),
        (
            "z42",
            ["z42", "Z42", "Z42", "z42", "z42", "Z42", "z42", "Z42"],
        ),
    ];
    for (field, expected) in rows {
        for (name, expected) in NAMES.into_iter().zip(expected) {
            assert_eq!(
                RenameRule::parse(name).unwrap().field(field),
                expected,
                "{name}"
            );
        }
    }
}

#[test]
fn variants_follow_serde() {
    let rows = [
        (
            "Outcome",
            [
                "outcome", "OUTCOME", "Outcome", "outcome", "outcome", "OUTCOME", "outcome",
                "OUTCOME",
            ],
        ),
        (
            "VeryTasty",
            [
                "verytasty",
                "VERYTASTY",
                "VeryTasty",
                "veryTasty",
                "very_tasty",
                "VERY_TASTY",
                "very-tasty",
                "VERY-TASTY",
            ],
        ),
        (
            "Z42",
            ["z42", "Z42", "Z42", "z42", "z42", "Z42", "z42", "Z42"],
        ),
    ];
    for (variant, expected) in rows {
        for (name, expected) in NAMES.into_iter().zip(expected) {
            assert_eq!(
                RenameRule::parse(name).unwrap().variant(variant),
                expected,
                "{name}"
            );
        }
    }
}

#[test]
fn names_that_are_not_ascii_do_not_panic() {
    for name in NAMES {
        let rule = RenameRule::parse(name).unwrap();
        assert!(!rule.variant("Éclair").is_empty());
        assert!(!rule.field("éclair_ß").is_empty());
        assert!(rule.field("").is_empty());
    }
    assert_eq!(pascal("by__status"), "ByStatus");
}

#[test]
fn an_unknown_rule_names_the_nearest() {
    assert_eq!(
        RenameRule::parse("camelcase").unwrap_err(),
        "unknown rule `camelcase`; did you mean `camelCase`?"
    );
}
