//! Can two templates render the same text?
//!
//! Each template is taken as a pattern: its literals byte by byte, each field as at least one byte of a
//! class. Two patterns are run side by side; if both ends can be reached together, a common text is
//! possible. The classes are wider than what a field can really render, so "no" is a proof and "yes" is
//! a doubt. Used at compile time for whole tables and at run time to decide whether a query needs a
//! filter on the type.

use crate::key::format::{Format, PartKind};
use crate::key::template::{FieldPart, Part, Template};

/// A template's text, or all texts that begin with its first parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern<'t> {
    pub(crate) parts: &'t [Part],
    /// Anything may follow.
    pub(crate) is_open: bool,
}

impl<'t> Pattern<'t> {
    pub(crate) const fn whole(template: &'t Template) -> Self {
        Self {
            parts: template.parts,
            is_open: false,
        }
    }
}

#[derive(Clone, Copy)]
enum Class {
    Any,
    Not(u8),
    Digit,
    Hex,
}

#[derive(Clone, Copy)]
enum Symbol {
    Byte(u8),
    One(Class),
    Many(Class),
}

/// Symbols that a pattern keeps; what is longer counts as "anything may follow".
const LIMIT: usize = 160;

struct Symbols {
    list: [Symbol; LIMIT],
    length: usize,
}

/// Whether some text fits both patterns.
pub(crate) const fn can_be_equal(a: Pattern<'_>, b: Pattern<'_>, delimiter: &str) -> bool {
    if differ_in_first_literal(a, b) {
        return false;
    }
    meet(&symbols(a, delimiter), &symbols(b, delimiter))
}

/// Whether the template can render this text.
pub(crate) fn can_render(template: &Template, text: &str, delimiter: &str) -> bool {
    let text = Symbols::new().literal(text, delimiter);
    meet(&text, &symbols(Pattern::whole(template), delimiter))
}

/// The common case, without building the patterns.
const fn differ_in_first_literal(a: Pattern<'_>, b: Pattern<'_>) -> bool {
    let ([Part::Literal(a), ..], [Part::Literal(b), ..]) = (a.parts, b.parts) else {
        return false;
    };
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return true;
        }
        i += 1;
    }
    false
}

const fn symbols(pattern: Pattern<'_>, delimiter: &str) -> Symbols {
    let mut symbols = Symbols::new();
    let mut i = 0;
    while i < pattern.parts.len() {
        match &pattern.parts[i] {
            Part::Literal(text) => symbols = symbols.literal(text, delimiter),
            Part::Field(field) => {
                let class = class(pattern, i, field, delimiter);
                match field.format.fixed_width(field.kind) {
                    // A delimiter of several bytes is one symbol, so a width says nothing.
                    Some(width) if delimiter.len() == 1 || matches!(class, Class::Digit) => {
                        let mut j = 0;
                        while j < width {
                            symbols = symbols.push(Symbol::One(class));
                            j += 1;
                        }
                    }
                    _ if delimiter.len() == 1 => {
                        symbols = symbols.push(Symbol::One(class)).push(Symbol::Many(class));
                    }
                    // `:::` can be taken as `::` and `:` or the other way round, which moves a byte
                    // from one part to the next: so here a part may be empty.
                    _ => symbols = symbols.push(Symbol::Many(class)),
                }
            }
            Part::Shard(shard) => match shard.fixed_width() {
                Some(width) => {
                    let mut j = 0;
                    while j < width {
                        symbols = symbols.push(Symbol::One(Class::Digit));
                        j += 1;
                    }
                }
                None if delimiter.len() == 1 => {
                    symbols = symbols
                        .push(Symbol::One(Class::Digit))
                        .push(Symbol::Many(Class::Digit));
                }
                None => symbols = symbols.push(Symbol::Many(Class::Digit)),
            },
        }
        i += 1;
    }
    if pattern.is_open {
        symbols.push(Symbol::Many(Class::Any))
    } else {
        symbols
    }
}

/// What a part can hold: digits, or anything but what ends it, where that is one symbol.
const fn class(pattern: Pattern<'_>, position: usize, field: &FieldPart, delimiter: &str) -> Class {
    match (field.kind, field.format) {
        (
            PartKind::Unsigned { .. },
            Format::Default | Format::Unpadded | Format::Padded { .. } | Format::PaddedDesc { .. },
        ) => return Class::Digit,
        (PartKind::Bytes { .. }, _) => return Class::Hex,
        (_, Format::Raw) => return Class::Any,
        _ => {}
    }
    if field.format.fixed_width(field.kind).is_some() {
        return Class::Any;
    }
    let end = match pattern.parts {
        parts if position + 1 < parts.len() => match &parts[position + 1] {
            Part::Literal(literal) => Symbols::new().literal(literal, delimiter),
            Part::Field(_) | Part::Shard(_) => return Class::Any,
        },
        _ if pattern.is_open => return Class::Any,
        _ => Symbols::new().literal(delimiter, delimiter),
    };
    match end {
        Symbols {
            list: [Symbol::Byte(byte), ..],
            length: 1,
        } => Class::Not(byte),
        _ => Class::Any,
    }
}

/// Stands for a delimiter of several bytes; no byte of UTF-8 text.
const DELIMITER: u8 = 0xFF;

impl Symbols {
    const fn new() -> Self {
        Self {
            list: [Symbol::One(Class::Any); LIMIT],
            length: 0,
        }
    }

    /// The text byte by byte, a delimiter of several bytes as one symbol.
    const fn literal(mut self, text: &str, delimiter: &str) -> Self {
        let (text, delimiter) = (text.as_bytes(), delimiter.as_bytes());
        let mut i = 0;
        while i < text.len() {
            if delimiter.len() > 1 && begins_with(text, i, delimiter) {
                self = self.push(Symbol::Byte(DELIMITER));
                i += delimiter.len();
            } else {
                self = self.push(Symbol::Byte(text[i]));
                i += 1;
            }
        }
        self
    }

    const fn push(mut self, symbol: Symbol) -> Self {
        if self.length < LIMIT {
            self.list[self.length] = symbol;
            self.length += 1;
        } else {
            self.list[LIMIT - 1] = Symbol::Many(Class::Any);
        }
        self
    }
}

const fn begins_with(text: &[u8], at: usize, prefix: &[u8]) -> bool {
    if text.len() - at < prefix.len() {
        return false;
    }
    let mut i = 0;
    while i < prefix.len() {
        if text[at + i] != prefix[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Runs both patterns side by side: `row[j]` says whether position `j` of `b` can be reached while `a`
/// stands at `i`.
const fn meet(a: &Symbols, b: &Symbols) -> bool {
    let mut row = [false; LIMIT + 1];
    row[0] = true;
    let mut i = 0;
    while i <= a.length {
        let mut below = [false; LIMIT + 1];
        let mut j = 0;
        while j <= b.length {
            if row[j] {
                if i < a.length && matches!(a.list[i], Symbol::Many(_)) {
                    below[j] = true;
                }
                if j < b.length && matches!(b.list[j], Symbol::Many(_)) {
                    row[j + 1] = true;
                }
                if i < a.length && j < b.length && share_a_byte(a.list[i], b.list[j]) {
                    match (a.list[i], b.list[j]) {
                        (Symbol::Many(_), Symbol::Many(_)) => {}
                        (Symbol::Many(_), _) => row[j + 1] = true,
                        (_, Symbol::Many(_)) => below[j] = true,
                        _ => below[j + 1] = true,
                    }
                }
            }
            j += 1;
        }
        if i == a.length {
            return row[b.length];
        }
        row = below;
        i += 1;
    }
    false
}

const fn share_a_byte(a: Symbol, b: Symbol) -> bool {
    match (a, b) {
        (Symbol::Byte(a), Symbol::Byte(b)) => a == b,
        (Symbol::Byte(byte), Symbol::One(class) | Symbol::Many(class))
        | (Symbol::One(class) | Symbol::Many(class), Symbol::Byte(byte)) => holds(class, byte),
        // Any two of the classes have a byte in common.
        _ => true,
    }
}

const fn holds(class: Class, byte: u8) -> bool {
    match class {
        Class::Any => true,
        Class::Not(other) => byte != other,
        Class::Digit => byte.is_ascii_digit(),
        Class::Hex => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::template::FieldPart;

    const TEXT: Part = Part::Field(FieldPart::new(0, "a", "a", Format::Default, PartKind::Text));
    const RAW: Part = Part::Field(FieldPart::new(0, "a", "a", Format::Raw, PartKind::Text));
    const NUMBER: Part = Part::Field(FieldPart::new(
        0,
        "n",
        "n",
        Format::Padded { width: 4 },
        PartKind::Unsigned { digits: 20 },
    ));
    const DAY: Part = Part::Field(FieldPart::new(0, "d", "d", Format::Default, PartKind::Date));

    fn can(a: &'static [Part], b: &'static [Part]) -> bool {
        let (a, b) = (
            Pattern {
                parts: a,
                is_open: false,
            },
            Pattern {
                parts: b,
                is_open: false,
            },
        );
        let found = can_be_equal(a, b, "#");
        assert_eq!(found, can_be_equal(b, a, "#"), "the question is symmetric");
        found
    }

    #[test]
    fn other_literals_cannot_be_equal() {
        assert!(!can(
            &[Part::Literal("USER#"), TEXT],
            &[Part::Literal("ORG#"), TEXT]
        ));
        assert!(can(
            &[Part::Literal("USER#"), TEXT],
            &[Part::Literal("USER#"), TEXT]
        ));
        assert!(!can(
            &[Part::Literal("PROFILE")],
            &[Part::Literal("PROFILES")]
        ));
    }

    #[test]
    fn a_last_part_cannot_imitate_a_longer_template() {
        assert!(!can(
            &[Part::Literal("C#"), TEXT],
            &[Part::Literal("C#"), TEXT, Part::Literal("#S#"), TEXT]
        ));
        assert!(can(
            &[Part::Literal("C#"), RAW],
            &[Part::Literal("C#"), TEXT, Part::Literal("#S#"), TEXT]
        ));
        assert!(!can(
            &[Part::Literal("C#"), TEXT, Part::Literal("#S#"), TEXT],
            &[
                Part::Literal("C#"),
                TEXT,
                Part::Literal("#S#"),
                TEXT,
                Part::Literal("#T#"),
                TEXT
            ]
        ));
    }

    #[test]
    fn numbers_and_widths_count() {
        assert!(!can(
            &[Part::Literal("v"), NUMBER],
            &[Part::Literal("vLATEST")]
        ));
        assert!(!can(&[NUMBER], &[DAY]));
        assert!(can(&[DAY], &[TEXT]));
        assert!(can(&[NUMBER], &[Part::Literal("0042")]));
        assert!(!can(&[NUMBER], &[Part::Literal("042")]));
    }

    #[test]
    fn a_delimiter_of_several_bytes_ends_a_part_too() {
        const POST: &[Part] = &[Part::Literal("POST::"), TEXT];
        const COMMENT: &[Part] = &[
            Part::Literal("POST::"),
            TEXT,
            Part::Literal("::COMMENT::"),
            TEXT,
        ];
        const TWO: &[Part] = &[Part::Literal("POST::"), TEXT, Part::Literal("::"), TEXT];
        let (post, comment) = (
            Pattern {
                parts: POST,
                is_open: false,
            },
            Pattern {
                parts: COMMENT,
                is_open: false,
            },
        );
        assert!(!can_be_equal(post, comment, "::"));
        assert!(!can_be_equal(
            post,
            Pattern {
                parts: TWO,
                is_open: false
            },
            "::"
        ));
        assert!(can_be_equal(
            comment,
            Pattern {
                is_open: true,
                ..post
            },
            "::"
        ));
    }

    #[test]
    fn a_text_is_rendered_by_its_template_only() {
        const TASK: Template = Template::new("TASK#{a}", &[Part::Literal("TASK#"), TEXT]);
        assert!(can_render(&TASK, "TASK#t1", "#"));
        assert!(!can_render(&TASK, "TASK#t1#PART#p1", "#"));
        assert!(!can_render(&TASK, "TASK#", "#"));
    }

    #[test]
    fn an_open_pattern_takes_what_follows() {
        let open = Pattern {
            parts: &[Part::Literal("ORDER#")],
            is_open: true,
        };
        let order = Pattern {
            parts: &[Part::Literal("ORDER#"), DAY, Part::Literal("#"), TEXT],
            is_open: false,
        };
        let profile = Pattern {
            parts: &[Part::Literal("PROFILE")],
            is_open: false,
        };
        assert!(can_be_equal(open, order, "#"));
        assert!(!can_be_equal(open, profile, "#"));
        let all = Pattern {
            parts: &[],
            is_open: true,
        };
        assert!(can_be_equal(all, profile, "#"));
    }
}
