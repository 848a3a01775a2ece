-- What a customer has chosen of where notices go, by topic; null is the default of the topic.
create table notifications_switch (
  uid bigint not null,
  topic text not null check (topic <> ''),
  inbox boolean,
  toast boolean,
  mail boolean,
  primary key (uid, topic)
);
-- A notice that its customer does not want in the inbox: the row counts it once, and no list shows it.
alter table notifications_notice add column is_listed boolean not null default true;
