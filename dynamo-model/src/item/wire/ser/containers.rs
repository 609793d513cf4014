//! The encoders of sequences and of maps.

use std::borrow::Cow;

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::{Encoder, Place, VariantEnd, Written};
use crate::item::error::CodecError;
use crate::item::number::{self, Decimal};
use crate::item::ser::{KeyEncoder, MAX_RESERVED};
use crate::item::shape::{Attribute, Shape};
use crate::item::size::number_size;
use crate::item::wire::output::{Entry, Names, Output};
use crate::item::wire::scan::Kind;
use crate::item::wire::{de, text};

/// What a value has before and behind its string: `{"S":"` and `"}`.
const HEAD: usize = 6;
const TAIL: usize = 2;

/// Encodes a sequence: a list, a set or binary.
pub(in crate::item::wire) struct SeqEncoder<'a, 'o> {
    encoder: Encoder<'a, 'o>,
    variant: Option<VariantEnd>,
    form: Form,
    /// Where the sequence begins, and what was counted until there.
    start: usize,
    size: usize,
    count: usize,
}

enum Form {
    /// Bytes so far, nothing written: it may be binary.
    Bytes(Vec<u8>),
    /// Elements with their types and where they are: it may be a set.
    Set(Vec<(Kind, usize, usize)>),
    List,
}

impl<'a, 'o> SeqEncoder<'a, 'o> {
    pub(super) fn new(
        encoder: Encoder<'a, 'o>,
        variant: Option<VariantEnd>,
        len: usize,
    ) -> Result<Self, CodecError> {
        let (start, size) = (encoder.out.json.len(), encoder.out.size);
        let form = match encoder.place {
            Place::Value(Shape::Bytes) | Place::SetElement => {
                Form::Bytes(Vec::with_capacity(len.min(MAX_RESERVED)))
            }
            Place::Value(Shape::Set | Shape::OptionalSet) => Form::Set(Vec::new()),
            _ => {
                encoder.check_level()?;
                Form::List
            }
        };
        if !matches!(form, Form::Bytes(_)) {
            encoder.out.open_list();
        }
        Ok(SeqEncoder {
            encoder,
            variant,
            form,
            start,
            size,
            count: 0,
        })
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CodecError> {
        let place = match self.encoder.place {
            Place::Value(Shape::Set | Shape::OptionalSet) => Place::SetElement,
            Place::Value(Shape::Documents(nested)) => Place::Value(Shape::Document(nested)),
            _ => Place::Value(Shape::Plain),
        };
        let index = self.count;
        self.count += 1;
        self.push_at(index, place, value)
            .map_err(|error| error.in_element(index))
    }

    fn push_at<T: Serialize + ?Sized>(
        &mut self,
        index: usize,
        place: Place<'a>,
        value: &T,
    ) -> Result<(), CodecError> {
        if let Form::Bytes(bytes) = &mut self.form {
            // Nothing may be in the text before it is known that this is a list.
            let start = self.encoder.out.json.len();
            let written = self.encoder.encode(value, place)?;
            if let Written::Byte(byte) = written {
                bytes.push(byte);
                return Ok(());
            }
            let element = self.encoder.out.json.split_off(start);
            let out = &mut *self.encoder.out;
            begin_list(out, bytes);
            out.begin_element(bytes.is_empty());
            out.json.push_str(&element);
            written.into_element(out);
            self.form = Form::List;
            return Ok(());
        }
        self.encoder.out.begin_element(index == 0);
        let start = self.encoder.out.json.len();
        let written = self.encoder.encode(value, place)?;
        let kind = written.into_element(self.encoder.out);
        if let Form::Set(elements) = &mut self.form {
            elements.push((kind, start, self.encoder.out.json.len()));
        }
        Ok(())
    }

    fn finish(self) -> Result<Written, CodecError> {
        let encoder = self.encoder;
        let written = match self.form {
            Form::Set(elements) if elements.is_empty() => {
                encoder.out.back_to(self.start, self.size);
                Written::EmptySet
            }
            Form::Set(elements) => match set(encoder.out, &elements)? {
                Some((kind, set)) => {
                    encoder.out.back_to(self.start, self.size + set.size);
                    encoder.out.json.push_str(&set.json);
                    Written::Value(kind)
                }
                None => end_list(&encoder, self.count)?,
            },
            Form::Bytes(bytes) => {
                encoder.out.binary(&bytes);
                Written::Value(Kind::B)
            }
            Form::List if matches!(encoder.place, Place::Value(Shape::Bytes)) => {
                return Err(CodecError::new(
                    "a field stored as bytes has elements that are not `u8`",
                ));
            }
            Form::List => end_list(&encoder, self.count)?,
        };
        if written == Written::Value(Kind::L) {
            encoder.out.json.push_str("]}");
        }
        Ok(match self.variant {
            Some(end) => end.finish(encoder.out, written),
            None => written,
        })
    }
}

/// What was taken for binary is a list.
fn begin_list(out: &mut Output, bytes: &[u8]) {
    out.open_list();
    for (index, byte) in bytes.iter().enumerate() {
        out.begin_element(index == 0);
        out.integer(*byte);
    }
}

fn end_list(encoder: &Encoder<'_, '_>, count: usize) -> Result<Written, CodecError> {
    encoder.check_level()?;
    if count > 0 {
        encoder.check_level_inside()?;
    }
    Ok(Written::Value(Kind::L))
}

/// The set that `elements` make: SS, NS or BS, sorted (a `HashSet` has another order in each process) and without repetitions.
/// `None` if they are of several types, or of one that sets do not hold.
fn set(
    out: &Output,
    elements: &[(Kind, usize, usize)],
) -> Result<Option<(Kind, Output)>, CodecError> {
    let Some((kind, ..)) = elements.first() else {
        return Ok(None);
    };
    if elements.iter().any(|(other, ..)| other != kind) {
        return Ok(None);
    }
    let content = |(_, start, end): &(Kind, usize, usize)| {
        out.json.get(start + HEAD..end - TAIL).unwrap_or_default()
    };
    let mut contents: Vec<&str> = elements.iter().map(content).collect();
    let (of, name, size): (_, _, fn(&str) -> usize) = match kind {
        Kind::S => {
            contents.sort_by_cached_key(|text| text::resolved(text));
            contents.dedup();
            (Kind::Ss, "SS", |text| text::resolved(text).len())
        }
        Kind::N => {
            contents.sort_by_cached_key(|number| Decimal::parse(number));
            contents.dedup_by(|left, right| number::compare(left, right).is_eq());
            (Kind::Ns, "NS", number_size)
        }
        Kind::B => {
            contents.sort_by_cached_key(|text| de::decoded(text).ok());
            contents.dedup();
            (Kind::Bs, "BS", |text| {
                de::decoded(text).map_or(0, |bytes| bytes.len())
            })
        }
        _ => return Ok(None),
    };
    let mut set = Output::default();
    set.array(name, contents, |set, content| {
        set.size += size(content);
        // As it was written: escapes are resolved already.
        set.json.push('"');
        set.json.push_str(content);
        set.json.push('"');
    });
    Ok(Some((of, set)))
}

/// Encodes a map or a struct.
pub(in crate::item::wire) struct MapEncoder<'a, 'o> {
    encoder: Encoder<'a, 'o>,
    variant: Option<VariantEnd>,
    names: Names,
    shapes: Shapes<'a>,
    has_entries: bool,
    /// Whether `None` is absent (fields), or NULL (entries of a map).
    none_is_absent: bool,
    key: Option<Cow<'static, str>>,
}

/// The shapes of a map's values.
enum Shapes<'a> {
    /// By their names, and the one that comes next if they come in order.
    Fields(&'a [Attribute], usize),
    All(Shape),
}

impl<'a> Shapes<'a> {
    fn of(place: Place<'a>) -> Self {
        match place {
            Place::Item(fields) => Self::Fields(fields.attributes, 0),
            Place::Value(Shape::Document(nested)) => Self::Fields(nested.attributes(), 0),
            Place::Value(Shape::Documents(nested)) => Self::All(Shape::Document(nested)),
            _ => Self::All(Shape::Plain),
        }
    }

    /// The attribute that comes next, if it has this name.
    #[inline]
    fn next(&mut self, name: &str) -> Option<&'a Attribute> {
        let Self::Fields(attributes, next) = self else {
            return None;
        };
        let attribute = attributes.get(*next)?;
        if is_name(attribute.name, name) {
            *next += 1;
            return Some(attribute);
        }
        None
    }

    fn find(&mut self, name: &str) -> Shape {
        match self {
            Self::All(shape) => *shape,
            Self::Fields(attributes, next) => {
                let position = attributes.iter().position(|own| own.name == name);
                let found = position.and_then(|position| attributes.get(position));
                *next = position.map_or(*next, |position| position + 1);
                found.map_or(Shape::Plain, |attribute| attribute.shape)
            }
        }
    }
}

/// Whether two names are one, as most that are compared are. Short ones are compared without a call.
#[inline]
fn is_name(name: &str, other: &str) -> bool {
    let (name, other) = (name.as_bytes(), other.as_bytes());
    if name.len() != other.len() {
        return false;
    }
    match (name.first_chunk::<8>(), other.first_chunk::<8>()) {
        (Some(first), Some(other_first)) if name.len() <= 16 => {
            first == other_first && name.last_chunk::<8>() == other.last_chunk::<8>()
        }
        _ => match (name.first_chunk::<4>(), other.first_chunk::<4>()) {
            (Some(first), Some(other_first)) if name.len() <= 8 => {
                first == other_first && name.last_chunk::<4>() == other.last_chunk::<4>()
            }
            _ => name == other,
        },
    }
}

impl<'a, 'o> MapEncoder<'a, 'o> {
    pub(super) fn new(
        encoder: Encoder<'a, 'o>,
        variant: Option<VariantEnd>,
        none_is_absent: bool,
    ) -> Result<Self, CodecError> {
        encoder.check_level()?;
        let is_item = matches!(encoder.place, Place::Item(_));
        if !is_item {
            encoder.out.open_map();
        }
        let names = encoder.out.open_names(is_item);
        Ok(MapEncoder {
            shapes: Shapes::of(encoder.place),
            encoder,
            variant,
            names,
            has_entries: false,
            none_is_absent,
            key: None,
        })
    }

    #[inline]
    fn push<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), CodecError> {
        let (entry, shape) = self.begin(name);
        match self.encoder.encode(value, Place::Value(shape)) {
            Ok(written) => self.end(name, entry, written),
            Err(error) => Err(error.in_field(name)),
        }
    }

    #[inline]
    fn begin(&mut self, name: &str) -> (Entry, Shape) {
        match self.shapes.next(name) {
            Some(attribute) => {
                let entry = self.encoder.out.begin_known(&self.names, attribute);
                (entry, attribute.shape)
            }
            None => self.begin_other(name),
        }
    }

    fn begin_other(&mut self, name: &str) -> (Entry, Shape) {
        let entry = self.encoder.out.begin_entry(&self.names, name);
        (entry, self.shapes.find(name))
    }

    #[inline]
    fn end(&mut self, name: &str, entry: Entry, written: Written) -> Result<(), CodecError> {
        // As nearly all are: something is written, and under a name that nobody else has.
        if matches!(written, Written::Value(_)) && self.encoder.out.is_new(&self.names, entry, name)
        {
            self.has_entries = true;
            self.encoder.out.count_entry(&mut self.names, entry, name);
            return Ok(());
        }
        self.end_other(name, entry, written)
    }

    fn end_other(&mut self, name: &str, entry: Entry, written: Written) -> Result<(), CodecError> {
        let out = &mut *self.encoder.out;
        if self.none_is_absent && matches!(written, Written::None | Written::EmptySet) {
            out.cut(entry);
            return Ok(());
        }
        written.into_element(out);
        if let Place::Item(fields) = self.encoder.place
            && out.takes(entry, name, fields.left_out)?
        {
            return Ok(());
        }
        self.has_entries = true;
        let ended = out.end_entry(&mut self.names, entry, name);
        ended.map_err(|error| error.in_field(name))
    }

    fn finish(self) -> Result<Written, CodecError> {
        if self.has_entries {
            self.encoder.check_level_inside()?;
        }
        let out = self.encoder.out;
        let is_item = matches!(self.encoder.place, Place::Item(_));
        out.close_names(self.names, is_item)?;
        if is_item {
            return Ok(Written::Item);
        }
        out.json.push_str("}}");
        let written = Written::Value(Kind::M);
        Ok(match self.variant {
            Some(end) => end.finish(out, written),
            None => written,
        })
    }
}

macro_rules! sequences {
    ($($trait:ident::$method:ident;)*) => {$(
        impl $trait for SeqEncoder<'_, '_> {
            type Ok = Written;
            type Error = CodecError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CodecError> {
                self.push(value)
            }

            fn end(self) -> Result<Written, CodecError> {
                self.finish()
            }
        }
    )*};
}

sequences! {
    SerializeSeq::serialize_element;
    SerializeTuple::serialize_element;
    SerializeTupleStruct::serialize_field;
    SerializeTupleVariant::serialize_field;
}

macro_rules! structs {
    ($($trait:ident)*) => {$(
        impl $trait for MapEncoder<'_, '_> {
            type Ok = Written;
            type Error = CodecError;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), CodecError> {
                self.push(name, value)
            }

            fn end(self) -> Result<Written, CodecError> {
                self.finish()
            }
        }
    )*};
}

structs! { SerializeStruct SerializeStructVariant }

impl SerializeMap for MapEncoder<'_, '_> {
    type Ok = Written;
    type Error = CodecError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), CodecError> {
        self.key = Some(key.serialize(KeyEncoder)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CodecError> {
        let key = self
            .key
            .take()
            .ok_or_else(|| CodecError::new("a map serialized a value before its key"))?;
        self.push(&key, value)
    }

    fn end(self) -> Result<Written, CodecError> {
        self.finish()
    }
}
