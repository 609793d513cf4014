//! serde's `rename_all` rules, for fields and for variants.

use crate::errors::did_you_mean;

/// A rule of `rename_all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RenameRule {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

const RULES: &[(&str, RenameRule)] = &[
    ("lowercase", RenameRule::Lower),
    ("UPPERCASE", RenameRule::Upper),
    ("PascalCase", RenameRule::Pascal),
    ("camelCase", RenameRule::Camel),
    ("snake_case", RenameRule::Snake),
    ("SCREAMING_SNAKE_CASE", RenameRule::ScreamingSnake),
    ("kebab-case", RenameRule::Kebab),
    ("SCREAMING-KEBAB-CASE", RenameRule::ScreamingKebab),
];

impl RenameRule {
    /// The rule of that name.
    ///
    /// # Errors
    ///
    /// The message for an unknown name.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        RULES
            .iter()
            .find(|(name, _)| *name == text)
            .map(|(_, rule)| *rule)
            .ok_or_else(|| {
                let names = RULES.iter().map(|(name, _)| *name);
                format!("unknown rule `{text}`{}", did_you_mean(text, names))
            })
    }

    /// A field's name under the rule; the field is taken to be in snake case.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => pascal(name),
            Self::Camel => first_lower(&pascal(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// A variant's name under the rule; the variant is taken to be in Pascal case.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => first_lower(name),
            Self::Snake => snake(name),
            Self::ScreamingSnake => snake(name).to_ascii_uppercase(),
            Self::Kebab => snake(name).replace('_', "-"),
            Self::ScreamingKebab => snake(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// `by_status` as `ByStatus`.
pub(crate) fn pascal(name: &str) -> String {
    let mut text = String::new();
    let mut upper = true;
    for char in name.chars() {
        if char == '_' {
            upper = true;
        } else if upper {
            text.push(char.to_ascii_uppercase());
            upper = false;
        } else {
            text.push(char);
        }
    }
    text
}

fn first_lower(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(first) => first.to_ascii_lowercase().to_string() + chars.as_str(),
        None => String::new(),
    }
}

fn snake(name: &str) -> String {
    let mut text = String::new();
    for (position, char) in name.char_indices() {
        if position > 0 && char.is_uppercase() {
            text.push('_');
        }
        text.push(char.to_ascii_lowercase());
    }
    text
}
