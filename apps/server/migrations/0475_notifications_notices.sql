-- The inbox: what a customer is told inside the product. Sentences are not stored: title and content are written from
-- kind and values in the language of the reader.
create table notifications_notice (
  uid bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind <> ''),
  -- What it counts once by within its kind, such as the id of an order.
  key text not null check (key <> ''),
  params jsonb not null check (jsonb_typeof(params) = 'object'),
  -- By the business calendar, like read_ms and expires_ms.
  created_ms bigint not null,
  read_ms bigint,
  expires_ms bigint not null,
  primary key (uid, id),
  unique (uid, kind, key)
);
create index notifications_notice_unread on notifications_notice (uid, id) where read_ms is null;
create index notifications_notice_expiry on notifications_notice (expires_ms);
