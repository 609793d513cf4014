//! Pages of any size, one after the other, are what `all` returns: table and index, both directions, with and without a
//! filter and a limit.

use dynamo_model::{IntoQuery, Page, QueryIndex, QueryRequest, Repository};
use dynamo_model_tests::{Order, Shop, Status, day, invoice, order, repository};
use futures_util::TryStreamExt;
use proptest::prelude::*;

use crate::{block_on, config};

/// How a query is read.
#[derive(Clone, Copy, Debug)]
struct How {
    newest_first: bool,
    least_total: Option<u64>,
    page_size: Option<u32>,
    /// Items of a page.
    limit: Option<usize>,
}

fn request<Q>(shop: &Repository<Shop>, query: Q, how: How) -> QueryRequest<Q::Index>
where
    Q: IntoQuery,
    Q::Index: QueryIndex<Entity = Order, Read = Order>,
{
    let request = shop.query(query);
    let request = if how.newest_first {
        request.newest_first()
    } else {
        request
    };
    match how.page_size {
        Some(page_size) => request.page_size(page_size),
        None => request,
    }
}

macro_rules! filtered {
    ($request:expr, $how:expr) => {
        match $how.least_total {
            Some(total) => $request.filter(|order| order.total.ge(total)),
            None => $request,
        }
    };
}

macro_rules! check {
    ($shop:expr, $query:expr, $how:expr) => {{
        let how: How = $how;
        let whole = How {
            page_size: None,
            ..how
        };
        let all = filtered!(request($shop, $query, whole), how)
            .all()
            .await
            .unwrap();
        let (mut paged, mut cursor) = (Vec::new(), None);
        for requests in 0.. {
            prop_assert!(requests < 200, "the pages do not end: {:?}", how);
            let request = filtered!(request($shop, $query, how), how);
            let request = if let Some(limit) = how.limit {
                request.limit(limit)
            } else {
                request
            };
            let page: Page<Order> = request.page(cursor).await.unwrap();
            prop_assert!(page.errors.is_empty());
            prop_assert!(how.limit.is_none_or(|limit| page.items.len() <= limit));
            prop_assert!(
                how.page_size
                    .is_none_or(|size| page.examined <= size as usize)
            );
            paged.extend(page.items);
            // A cursor is text to a caller.
            cursor = page.next.map(|next| next.to_string().into());
            if cursor.is_none() {
                break;
            }
        }
        prop_assert_eq!(&paged, &all, "{:?}", how);
        let streamed: Vec<Order> = filtered!(request($shop, $query, how), how)
            .stream()
            .try_collect()
            .await
            .unwrap();
        prop_assert_eq!(&streamed, &all);
        prop_assert_eq!(
            filtered!(request($shop, $query, how), how)
                .count()
                .await
                .unwrap(),
            all.len()
        );
        if let Some(limit) = how.limit {
            let limited = filtered!(request($shop, $query, how), how)
                .limit(limit)
                .all()
                .await
                .unwrap();
            prop_assert_eq!(&limited[..], &all[..limit.min(all.len())]);
        }
        all
    }};
}

prop_compose! {
    fn how()(
        newest_first in any::<bool>(),
        least_total in proptest::option::of(0_u64..300),
        page_size in proptest::option::of(1_u32..7),
        limit in proptest::option::of(1_usize..5),
    ) -> How {
        How { newest_first, least_total, page_size, limit }
    }
}

// fault 70, fault 71, fault 72, fault 74
#[test]
fn pages_add_up() {
    let orders = proptest::collection::vec((1_i8..28, "[ab]{1,2}", any::<bool>()), 0..16);
    proptest!(config(), |(orders in orders, hows in proptest::collection::vec(how(), 3), others in 0_i8..6)| {
        block_on(async {
            let shop = repository::<Shop>().await;
            for (placed_on, id, is_shipped) in &orders {
                let status = if *is_shipped { Status::Shipped } else { Status::Pending };
                shop.put(&Order { status, ..order("c1", day(*placed_on), id) }).await.unwrap();
            }
            // Of another type, in the same partitions of the table and of GSI2.
            for number in 0..others {
                shop.put(&invoice("c1", &format!("i{number}"), day(number * 4 + 1), None)).await.unwrap();
            }
            for how in hows {
                let all = check!(&shop, Order::query("c1"), how);
                let mut days: Vec<_> = all.iter().map(|order| (order.placed_on, order.order_id.clone())).collect();
                if how.newest_first {
                    days.reverse();
                }
                prop_assert!(days.is_sorted());
                check!(&shop, Order::query("c1").placed_on_in(day(5)..day(20)), how);
                let pending = check!(&shop, Order::by_status(Status::Pending), how);
                prop_assert!(pending.iter().all(|order| order.status == Status::Pending));
                let open = check!(&shop, Order::open(), how);
                prop_assert_eq!(open.len(), pending.len());
            }
            Ok::<(), TestCaseError>(())
        })?;
    });
}
