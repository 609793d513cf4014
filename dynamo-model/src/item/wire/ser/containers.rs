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
use crate::item::shape::{Shape, shape_of};
use crate::item::wire::output::{Names, Output};
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
    /// Where the sequence begins.
    start: usize,
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
        let start = encoder.out.json.len();
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
            encoder.out.json.push_str("{\"L\":[");
        }
        Ok(SeqEncoder {
            encoder,
            variant,
            form,
            start,
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
        self.push_at(place, value)
            .map_err(|error| error.in_element(index))
    }

    fn push_at<T: Serialize + ?Sized>(
        &mut self,
        place: Place<'a>,
        value: &T,
    ) -> Result<(), CodecError> {
        if let Form::Bytes(bytes) = &mut self.form {
            // Nothing may be in the text before it is known that this is a list.
            let start = self.encoder.out.json.len();
            let written = value.serialize(self.encoder.inner(place)?)?;
            if let Written::Byte(byte) = written {
                bytes.push(byte);
                return Ok(());
            }
            let element = self.encoder.out.json.split_off(start);
            let out = &mut *self.encoder.out;
            begin_list(out, bytes);
            out.separate();
            out.json.push_str(&element);
            written.into_element(out);
            self.form = Form::List;
            return Ok(());
        }
        self.encoder.out.separate();
        let start = self.encoder.out.json.len();
        let written = value.serialize(self.encoder.inner(place)?)?;
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
                encoder.out.json.truncate(self.start);
                Written::EmptySet
            }
            Form::Set(elements) => match set(encoder.out, &elements)? {
                Some((kind, set)) => {
                    encoder.out.json.truncate(self.start);
                    encoder.out.json.push_str(&set);
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
    out.json.push_str("{\"L\":[");
    for byte in bytes {
        out.separate();
        out.number(byte);
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
) -> Result<Option<(Kind, String)>, CodecError> {
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
    let (of, name) = match kind {
        Kind::S => {
            contents.sort_by_cached_key(|text| text::resolved(text));
            contents.dedup();
            (Kind::Ss, "SS")
        }
        Kind::N => {
            contents.sort_by_cached_key(|number| Decimal::parse(number));
            contents.dedup_by(|left, right| number::compare(left, right).is_eq());
            (Kind::Ns, "NS")
        }
        Kind::B => {
            contents.sort_by_cached_key(|text| de::decoded(text).ok());
            contents.dedup();
            (Kind::Bs, "BS")
        }
        _ => return Ok(None),
    };
    let mut set = Output::default();
    set.array(name, contents, |set, content| {
        // As it was written: escapes are resolved already.
        set.json.push('"');
        set.json.push_str(content);
        set.json.push('"');
    });
    Ok(Some((of, set.json)))
}

/// Encodes a map or a struct.
pub(in crate::item::wire) struct MapEncoder<'a, 'o> {
    encoder: Encoder<'a, 'o>,
    variant: Option<VariantEnd>,
    names: Names,
    has_entries: bool,
    /// Whether `None` is absent (fields), or NULL (entries of a map).
    none_is_absent: bool,
    key: Option<Cow<'static, str>>,
}

impl<'a, 'o> MapEncoder<'a, 'o> {
    pub(super) fn new(
        encoder: Encoder<'a, 'o>,
        variant: Option<VariantEnd>,
        none_is_absent: bool,
    ) -> Result<Self, CodecError> {
        encoder.check_level()?;
        let is_item = matches!(encoder.place, Place::Item(..));
        if !is_item {
            encoder.out.json.push_str("{\"M\":{");
        }
        let names = encoder.out.open_names(is_item);
        Ok(MapEncoder {
            encoder,
            variant,
            names,
            has_entries: false,
            none_is_absent,
            key: None,
        })
    }

    fn push<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), CodecError> {
        self.push_named(name, value)
            .map_err(|error| error.in_field(name))
    }

    fn push_named<T: Serialize + ?Sized>(
        &mut self,
        name: &str,
        value: &T,
    ) -> Result<(), CodecError> {
        let shape = match self.encoder.place {
            Place::Item(attributes, _) => shape_of(attributes, name),
            Place::Value(Shape::Document(nested)) => shape_of(nested.attributes(), name),
            Place::Value(Shape::Documents(nested)) => Shape::Document(nested),
            _ => Shape::Plain,
        };
        let start = self.encoder.out.json.len();
        let place = self.encoder.out.begin_entry(name);
        let written = value.serialize(self.encoder.inner(Place::Value(shape))?)?;
        let is_absent = match written {
            Written::None | Written::EmptySet => self.none_is_absent,
            _ => matches!(self.encoder.place, Place::Item(_, left_out) if left_out.contains(&name)),
        };
        if is_absent {
            self.encoder.out.json.truncate(start);
            return Ok(());
        }
        written.into_element(self.encoder.out);
        self.has_entries = true;
        self.encoder.out.end_entry(&mut self.names, place)
    }

    fn finish(self) -> Result<Written, CodecError> {
        if self.has_entries {
            self.encoder.check_level_inside()?;
        }
        let out = self.encoder.out;
        let is_item = matches!(self.encoder.place, Place::Item(..));
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
