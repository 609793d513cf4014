//! A key of one or several attributes, written part by part: each attribute has its template, and the
//! next begins where one is complete.

use crate::key::Few;
use crate::key::template::{Part, Template, TemplateWriter};

/// The attributes of a key in the making.
#[derive(Clone, Debug)]
pub(super) struct KeyWriter(Few<TemplateWriter>);

impl KeyWriter {
    pub(super) fn new(templates: &[&'static Template], delimiter: &'static str) -> Self {
        let writers = templates
            .iter()
            .map(|template| TemplateWriter::new(template, delimiter));
        Self(writers.collect())
    }

    /// The first attribute that is not complete, with its position.
    pub(super) fn open(&mut self) -> Option<(usize, &mut TemplateWriter)> {
        let writers = self.0.iter_mut().enumerate();
        let mut open = writers.filter(|(_, writer)| !writer.is_complete());
        open.next()
    }

    /// The first attribute that is not complete.
    pub(super) fn next(&self) -> Option<&TemplateWriter> {
        self.0.iter().find(|writer| !writer.is_complete())
    }

    /// The position of the first attribute that is not complete.
    pub(super) fn position(&self) -> usize {
        self.0
            .iter()
            .take_while(|writer| writer.is_complete())
            .count()
    }

    /// The texts of the complete attributes, and what there is of the next.
    #[expect(
        clippy::type_complexity,
        reason = "a text with the parts that made it, twice"
    )]
    pub(super) fn into_parts(
        self,
    ) -> (
        Few<(String, &'static [Part])>,
        Option<(String, &'static [Part])>,
    ) {
        let position = self.position();
        let mut texts = self.0.into_iter().map(|writer| {
            let parts = writer.written();
            (writer.finish(), parts)
        });
        (texts.by_ref().take(position).collect(), texts.next())
    }

    /// The parts written of each attribute.
    pub(super) fn written(&self) -> Few<&'static [Part]> {
        self.0.iter().map(TemplateWriter::written).collect()
    }

    pub(super) fn into_texts(self) -> Few<String> {
        self.0.into_iter().map(TemplateWriter::finish).collect()
    }
}
