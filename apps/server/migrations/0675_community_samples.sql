-- A sample text of practice mode can have an author: a customer or a member of staff of the sample.
alter table community_text drop constraint community_text_check4;
alter table community_text add constraint community_text_author
  check (num_nonnulls(uid, staff_id) <= 1 and num_nonnulls(uid, staff_id, sample) >= 1);
-- One text of each name.
create unique index community_text_sample on community_text (sample) where sample is not null;
