//! Whether a template's texts can begin with a given one.

use super::format::Format;
use super::template::{Part, Template};

impl Template {
    /// Whether it can render a text that begins with this one: as [`split`](Self::split) would find the parts again.
    pub(crate) fn can_begin(&self, text: &str, delimiter: &str) -> bool {
        let mut rest = text;
        for (position, part) in self.parts.iter().enumerate() {
            if rest.is_empty() {
                return true;
            }
            let (width, is_raw) = match part {
                Part::Literal(literal) => match rest.strip_prefix(literal) {
                    Some(after) => {
                        rest = after;
                        continue;
                    }
                    None => return literal.starts_with(rest),
                },
                Part::Field(field) => (
                    field.format.fixed_width(field.kind),
                    field.format == Format::Raw,
                ),
                Part::Shard(shard) => (shard.fixed_width(), false),
            };
            let end = match (width, self.parts.get(position + 1)) {
                (Some(width), _) if rest.len() > width => Some(width),
                (Some(_), _) => None,
                (None, Some(Part::Literal(literal))) => rest.find(literal),
                (None, Some(_)) => None,
                (None, None) => return is_raw || !rest.contains(delimiter),
            };
            match end {
                // The text ends inside this part.
                None => return true,
                Some(0) => return false,
                Some(end) => match rest.get(end..) {
                    Some(after) => rest = after,
                    None => return false,
                },
            }
        }
        rest.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::format::PartKind;
    use crate::key::template::FieldPart;

    const TEXT: Part = Part::Field(FieldPart::new(0, "a", "a", Format::Default, PartKind::Text));
    const RAW: Part = Part::Field(FieldPart::new(0, "a", "a", Format::Raw, PartKind::Text));
    const DAY: Part = Part::Field(FieldPart::new(0, "d", "d", Format::Default, PartKind::Date));

    fn can(parts: &'static [Part], text: &str) -> bool {
        Template::new("", parts).can_begin(text, "#")
    }

    #[test]
    fn each_beginning_of_a_text_is_one() {
        const CITY: &[Part] = &[
            Part::Literal("C#"),
            TEXT,
            Part::Literal("#S#"),
            TEXT,
            Part::Literal("#D#"),
            DAY,
        ];
        let text = "C#Índia#S#M#D#2026-10-20";
        for (end, _) in text.char_indices() {
            let (beginning, _) = text.split_at(end);
            assert!(can(CITY, beginning), "{beginning}");
        }
        assert!(can(CITY, text));
    }

    #[test]
    fn what_the_parts_cannot_hold_is_none() {
        const STATE: &[Part] = &[Part::Literal("C#"), TEXT, Part::Literal("#S#"), TEXT];
        assert!(can(STATE, "C#India#"));
        assert!(!can(STATE, "D#India#"));
        assert!(
            !can(STATE, "C#India#S#M#"),
            "the last part ends at a delimiter"
        );
        assert!(!can(STATE, "C##S#"), "no part is empty");
        assert!(can(&[Part::Literal("C#"), RAW], "C#a#b"));
        assert!(!can(&[Part::Literal("HEAD")], "HEAD#"));
        assert!(can(&[DAY, Part::Literal("#"), TEXT], "2026-10-20#"));
        assert!(!can(&[DAY, Part::Literal("#"), TEXT], "2026-10-20T"));
        assert!(!can(&[DAY], "2026-10-20#"));
    }
}
