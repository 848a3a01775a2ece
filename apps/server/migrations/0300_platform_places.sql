-- Signatures have a table of their own: they have no wish, no claim and no answer, and there is one for every call
-- that changes something. The key of the call is taken in the same statement.
create table platform_signature (
  signature text primary key,
  seen_ms bigint not null
);
create index platform_signature_seen on platform_signature (seen_ms);
insert into platform_signature (signature, seen_ms)
  select substr(key, 6), seen_ms from platform_answer where caller = '' and key like 'sign:%';
delete from platform_answer where caller = '' and key like 'sign:%';

-- A place is written three times: taken, marked, answered. With room for the answer on its page it is changed in
-- place, without touching an index.
alter table platform_answer set (fillfactor = 12);
