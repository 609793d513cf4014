//! The syntax of key templates: literal text with `{field}` or `{field:format}`, and `{{`, `}}` for braces.

/// A piece of a template as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RawPart {
    /// Text with its braces unescaped; never empty.
    Literal(String),
    /// A field, with the text after its colon.
    Field {
        name: String,
        format: Option<String>,
    },
}

/// Splits a template into parts.
///
/// # Errors
///
/// What is wrong with the braces, worded without the template's name.
pub(crate) fn parse(text: &str) -> Result<Vec<RawPart>, String> {
    let mut parts = Vec::new();
    let mut literal = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, found) = rest.split_at(at);
        literal.push_str(before);
        if let Some(after) = found.strip_prefix("{{") {
            literal.push('{');
            rest = after;
        } else if let Some(after) = found.strip_prefix("}}") {
            literal.push('}');
            rest = after;
        } else if let Some(inside) = found.strip_prefix('{') {
            if !literal.is_empty() {
                parts.push(RawPart::Literal(std::mem::take(&mut literal)));
            }
            rest = field(inside, &mut parts)?;
        } else {
            return Err("has a `}` without a `{`; a brace as text is written `}}`".to_owned());
        }
    }
    literal.push_str(rest);
    if !literal.is_empty() {
        parts.push(RawPart::Literal(literal));
    }
    Ok(parts)
}

/// Reads what follows a `{` and returns what follows its `}`.
fn field<'t>(inside: &'t str, parts: &mut Vec<RawPart>) -> Result<&'t str, String> {
    let unclosed = "has a `{` that is not closed; a brace as text is written `{{`";
    let (inner, after) = inside.split_once('}').ok_or(unclosed)?;
    if inner.contains('{') {
        return Err(unclosed.to_owned());
    }
    let (name, format) = match inner.split_once(':') {
        Some((name, format)) => (name, Some(format.to_owned())),
        None => (inner, None),
    };
    if name.is_empty() {
        return Err(format!("has `{{{inner}}}`, which names no field"));
    }
    parts.push(RawPart::Field {
        name: name.to_owned(),
        format,
    });
    Ok(after)
}
