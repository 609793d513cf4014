//! Paths that are filled by what is known of an entity's fields, and not by arguments.

use super::Entity;
use super::path::Path;
use crate::key::ops::Written;
use crate::key::template::{FieldPart, TemplateWriter};

impl<E: Entity> Path<E> {
    /// A path whose partition is known, and as many of the levels as `write` knows.
    pub(crate) fn of_known(
        entry: Option<usize>,
        write: &dyn Fn(&'static FieldPart, &mut String) -> Option<Written>,
    ) -> Self {
        let mut path = Self::on(entry);
        let core = &mut path.core;
        let partition: Vec<_> = core.target.pk.iter().flat_map(|pk| pk.fields()).collect();
        for part in partition {
            core.partition(&|_, out| write(part, out).unwrap_or(Written::Absent));
        }
        let levels: Vec<_> = core.target.sk.iter().flat_map(|sk| sk.fields()).collect();
        for part in levels {
            core.skip_known();
            let is_next = core.sort.next().and_then(TemplateWriter::next_field);
            if !is_next.is_some_and(|next| std::ptr::eq(next, part)) {
                continue;
            }
            if !matches!(write(part, &mut String::new()), Some(Written::Done)) {
                break;
            }
            core.level(&|_, out| write(part, out).unwrap_or(Written::Absent));
        }
        path
    }
}
