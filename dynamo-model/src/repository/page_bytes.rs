//! `QueryRequest::page_bytes`: a page that keeps the answer as it came, and lends its items.
//!
//! Which items there are, and where the next page begins, is settled when the page is made: by their types and keys, which are looked
//! up in place. What they say is read when an item is asked for, and text is then a part of the answer.

use std::fmt;
use std::iter::FusedIterator;

use super::query::{QueryRequest, ReadMode};
use super::reading::{Page, Reading};
use crate::entity::{Lend, LendItem, ReadLent};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::item::{HiddenNames, Stored};
use crate::op::Cursor;

/// How an item of a page is read.
type LendFn<R> = for<'p> fn(&'p Stored, Option<usize>, &HiddenNames) -> Result<<R as Lend>::As<'p>>;

/// One page of a query that keeps the answer and lends its items. See [`QueryRequest::page_bytes`].
#[non_exhaustive]
pub struct LentPage<R: Lend> {
    /// Where the next page begins; `None` at the end. A page without items is not the end.
    pub next: Option<Cursor>,
    /// Items of other entities, and copies under the keys of an `also`, that were skipped, here or by the filter on
    /// the type (where there is no other filter).
    pub skipped: usize,
    /// Items that the service examined: these are paid for.
    pub examined: usize,
    /// Capacity units, where an observer asks for them.
    pub capacity_units: Option<f64>,
    items: Vec<Stored>,
    place: Option<usize>,
    hidden: HiddenNames,
    lend: LendFn<R>,
}

impl<R: Lend> LentPage<R> {
    /// How many items there are, those that cannot be read among them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Reads one item, by its place in the order of the sort key; `None` behind the last.
    ///
    /// # Errors
    /// [`Error::is_decode`] where the item cannot be read.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Result<R::As<'_>>> {
        self.items.get(number).map(|item| self.read(item))
    }

    /// The items in the order of the sort key, each read when it is asked for and each time anew. One that cannot be
    /// read is [`Error::is_decode`], and the next one can.
    #[must_use]
    pub fn iter(&self) -> LentItems<'_, R> {
        LentItems {
            page: self,
            items: self.items.iter(),
        }
    }

    fn read<'p>(&self, item: &'p Stored) -> Result<R::As<'p>> {
        (self.lend)(item, self.place, &self.hidden)
    }
}

impl<R: Lend> fmt::Debug for LentPage<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LentPage")
            .field("items", &self.items.len())
            .field("next", &self.next)
            .field("skipped", &self.skipped)
            .field("examined", &self.examined)
            .field("capacity_units", &self.capacity_units)
            .finish_non_exhaustive()
    }
}

impl<'p, R: Lend> IntoIterator for &'p LentPage<R> {
    type Item = Result<R::As<'p>>;
    type IntoIter = LentItems<'p, R>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The items of a [`LentPage`].
pub struct LentItems<'p, R: Lend> {
    page: &'p LentPage<R>,
    items: std::slice::Iter<'p, Stored>,
}

impl<R: Lend> fmt::Debug for LentItems<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LentItems({} left)", self.items.len())
    }
}

impl<R: Lend> Clone for LentItems<'_, R> {
    fn clone(&self) -> Self {
        Self {
            page: self.page,
            items: self.items.clone(),
        }
    }
}

impl<'p, R: Lend> Iterator for LentItems<'p, R> {
    type Item = Result<R::As<'p>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.items.next().map(|item| self.page.read(item))
    }

    // What is passed by is not read.
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.items.nth(n).map(|item| self.page.read(item))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl<R: Lend> DoubleEndedIterator for LentItems<'_, R> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.items.next_back().map(|item| self.page.read(item))
    }
}

impl<R: Lend> ExactSizeIterator for LentItems<'_, R> {}
impl<R: Lend> FusedIterator for LentItems<'_, R> {}

impl<I, M: ReadMode<I>> QueryRequest<I, M>
where
    M::Item: Lend,
    for<'p> <M::Item as Lend>::As<'p>: LendItem<'p, M::Form>,
{
    /// One page, from the beginning (`None`) or a cursor, that keeps the answer and lends its items: as
    /// [`page`](Self::page), but that an item is read when it is asked for.
    ///
    /// A [projection](macro@crate::Projection) with a lifetime borrows its text from the page, and nothing is allocated
    /// for it: `&str`, or `Cow<str>` with `#[serde(borrow)]` where the text may have characters that are escaped on the
    /// wire (quotes, backslashes, line breaks), which in an `Option` or a list is a [`LentText`](crate::LentText). Such
    /// text read as `&str` is [`Error::is_decode`]. Entities and other
    /// projections are read as ever, one at a time: that saves memory where they are not kept.
    ///
    /// The page is up to 1 MB of text, with 16 bytes for each attribute; it lives as long as what it lends. Nothing of
    /// this is quicker than the network: it pays where pages are large, or many.
    ///
    /// ```
    /// # use dynamo_model::{Entity, Projection, Repository, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[table(name = "shop", entities(Order))]
    /// # struct Shop;
    /// #[derive(Entity, Serialize, Deserialize)]
    /// #[entity(table = Shop, pk = "CUST#{customer}", sk = "ORDER#{number:06}")]
    /// struct Order {
    ///     customer: String,
    ///     number: u32,
    ///     note: String,
    /// }
    ///
    /// #[derive(Projection, Deserialize)]
    /// #[projection(of = Order)]
    /// struct OrderView<'a> {
    ///     customer: &'a str,
    ///     number: u32,
    /// }
    ///
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// # let shop = Repository::<Shop>::new(dynamo_model::embedded::client());
    /// # shop.create_table().await?;
    /// # shop.create(&Order { customer: "c1".into(), number: 1, note: String::new() }).await?;
    /// let mut cursor = None;
    /// loop {
    ///     let query = shop.query(Order::query("c1")).project::<OrderView<'_>>();
    ///     let page = query.page_bytes(cursor).await?;
    ///     for order in &page {
    ///         let order = order?;
    ///         println!("{} of {}", order.number, order.customer);
    ///     }
    ///     cursor = page.next.clone();
    ///     if cursor.is_none() {
    ///         break;
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    ///
    /// Types and keys are looked at when the page is made; so an item that turns out to be unreadable is one of those
    /// that a [`limit`](Self::limit) counts, which it is not in a page. Costs what [`page`](Self::page) costs.
    ///
    /// # Errors
    /// [`Error::is_cursor`] where the cursor is none of this query, [`Error::is_key`]: nothing is sent; or the
    /// service's. An item that cannot be read is an error where it is taken.
    pub async fn page_bytes(self, cursor: impl Into<Option<Cursor>>) -> Result<LentPage<M::Item>> {
        let query = self.query?.starting_at(cursor.into().as_ref())?;
        let place = query.place;
        let page = Reading::judging::<I, M>(self.client, query).page().await?;
        let Page {
            mut items,
            next,
            skipped,
            examined,
            capacity_units,
            ..
        } = page;
        items.iter_mut().for_each(Stored::make_lendable);
        Ok(LentPage {
            next,
            skipped,
            examined,
            capacity_units,
            items,
            place,
            hidden: HiddenNames::new(<<M::Item as Lend>::As<'static> as ReadLent<
                'static,
                M::Form,
            >>::hidden(place)),
            lend: |item, place, hidden| {
                <<M::Item as Lend>::As<'_> as ReadLent<'_, M::Form>>::read_lent(item, place, hidden)
            },
        })
    }
}
