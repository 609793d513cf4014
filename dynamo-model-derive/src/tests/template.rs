//! Template syntax.

use super::any_template;
use crate::parse::template::{RawPart, parse};

fn literal(text: &str) -> RawPart {
    RawPart::Literal(text.to_owned())
}

fn field(name: &str, format: Option<&str>) -> RawPart {
    RawPart::Field {
        name: name.to_owned(),
        format: format.map(str::to_owned),
    }
}

#[test]
fn literal_text_and_fields_alternate() {
    let parts = parse("ORDER#{placed_on}#{order_id:lower}").unwrap();
    assert_eq!(
        parts,
        [
            literal("ORDER#"),
            field("placed_on", None),
            literal("#"),
            field("order_id", Some("lower"))
        ]
    );
}

#[test]
fn doubled_braces_are_braces() {
    assert_eq!(
        parse("{{a}}{b}").unwrap(),
        [literal("{a}"), field("b", None)]
    );
    assert_eq!(
        parse("{{{b}}}").unwrap(),
        [literal("{"), field("b", None), literal("}")]
    );
}

#[test]
fn literals_hold_any_character() {
    assert_eq!(
        parse("é#\u{1F600}\"{x}").unwrap(),
        [literal("é#\u{1F600}\""), field("x", None)]
    );
}

#[test]
fn a_format_is_all_text_to_the_closing_brace() {
    assert_eq!(
        parse("{at:strftime %H:%M}").unwrap(),
        [field("at", Some("strftime %H:%M"))]
    );
}

#[test]
fn an_empty_template_has_no_parts() {
    assert_eq!(parse("").unwrap(), []);
}

#[test]
fn unbalanced_braces_are_errors() {
    assert!(parse("A#{b").unwrap_err().contains("not closed"));
    assert!(parse("A#{b{c}").unwrap_err().contains("not closed"));
    assert!(parse("A#{").unwrap_err().contains("not closed"));
    assert!(parse("A#b}").unwrap_err().contains("without a `{`"));
}

#[test]
fn a_part_names_a_field() {
    assert_eq!(parse("A#{}").unwrap_err(), "has `{}`, which names no field");
    assert_eq!(
        parse("A#{:lower}").unwrap_err(),
        "has `{:lower}`, which names no field"
    );
}

/// The inputs of the fuzz target.
#[test]
fn any_text_is_read_as_it_is_written_or_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/corpus/template");
    let files = std::fs::read_dir(folder).unwrap();
    let inputs: Vec<_> = files
        .map(|file| std::fs::read(file.unwrap().path()).unwrap())
        .collect();
    let accepted = inputs
        .iter()
        .filter(|input| any_template::run(input))
        .count();
    assert!(accepted > 0, "the corpus has no template");
    for input in &inputs {
        for cut in 0..input.len() {
            any_template::run(&input[..cut]);
            any_template::run(&input[cut..]);
        }
    }
}
