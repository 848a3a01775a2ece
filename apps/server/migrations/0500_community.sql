-- What customers write in public. Instants are epoch milliseconds of the business calendar.
create table community_text (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('speech', 'comment', 'reply')),
  -- Exactly one of a customer, a member of staff and a sample of practice mode is the author.
  uid bigint references identity_customer (uid),
  staff_id bigint references staff_member (id),
  -- Names the text of a sample, which is written in every language; the content is the English one.
  sample text,
  is_staff boolean not null default false,
  -- The answered text: 0 of a speech, the speech of a comment, the comment of a reply.
  parent_id bigint not null,
  -- The speech under which it stands; 0 of a speech.
  speech_id bigint not null,
  -- The reply that a reply answers.
  answers_id bigint references community_text (id),
  -- Empty once its author removed it.
  content text not null check (char_length(content) <= 100000),
  -- SHA-256 of the text in its canonical form, so that a repeated text is found after its removal too.
  content_hash text not null,
  flags text[] not null,
  created_ms bigint not null,
  state text not null check (state in ('waiting', 'approved', 'rejected')),
  decided_ms bigint,
  decided_by bigint references staff_member (id),
  reason text,
  remark text,
  removed_ms bigint,
  -- Distinct customers who like it, and approved texts that answer it: moved in the transaction that moves them.
  like_count bigint not null default 0 check (like_count >= 0),
  answer_count bigint not null default 0 check (answer_count >= 0),
  check ((kind = 'speech') = (parent_id = 0)),
  check ((kind = 'speech') = (speech_id = 0)),
  check (kind <> 'comment' or speech_id = parent_id),
  check (kind = 'reply' or answers_id is null),
  check (num_nonnulls(uid, staff_id, sample) = 1),
  check (is_staff or staff_id is null),
  check (uid is null or not is_staff),
  check ((state = 'waiting') = (decided_ms is null)),
  check ((state = 'rejected') = (reason is not null)),
  check (state <> 'waiting' or uid is not null),
  check ((content = '') = (removed_ms is not null))
) with (fillfactor = 80);

-- What everybody sees: published texts, and removed ones that were answered.
create index community_text_newest on community_text (kind, parent_id, created_ms, id)
  where state = 'approved' and (removed_ms is null or answer_count > 0);
create index community_text_liked on community_text (kind, parent_id, like_count, id)
  where state = 'approved' and (removed_ms is null or answer_count > 0);
create index community_text_own on community_text (uid, kind, created_ms, id) where uid is not null;
create index community_text_own_state on community_text (uid, kind, state, created_ms, id) where uid is not null;
create index community_text_own_liked on community_text (uid, kind, like_count, id) where uid is not null;
create index community_text_queue on community_text (kind, created_ms)
  where state = 'waiting' and removed_ms is null;
create index community_text_decided on community_text (decided_ms) where decided_by is not null;

-- A text is never rewritten: it keeps its words or loses them, and its author, place and time stay.
create function community_keep_text() returns trigger language plpgsql as $$
begin
  raise exception 'community: % of % is not allowed', lower(tg_op), tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger community_text_stays before delete or truncate on community_text
  for each statement execute function community_keep_text();
create trigger community_text_keeps_words before update on community_text
  for each row when (
    (new.content <> old.content and new.content <> '')
    or (old.uid, old.staff_id, old.sample, old.is_staff, old.kind, old.parent_id, old.speech_id, old.answers_id,
        old.content_hash, old.created_ms)
      is distinct from
       (new.uid, new.staff_id, new.sample, new.is_staff, new.kind, new.parent_id, new.speech_id, new.answers_id,
        new.content_hash, new.created_ms)
    or (old.state = 'approved' and new.state <> 'approved')
  ) execute function community_keep_text();

-- Who likes what: one row for each customer and text.
create table community_like (
  text_id bigint not null references community_text (id),
  uid bigint not null references identity_customer (uid),
  liked_ms bigint not null,
  primary key (text_id, uid)
);
create index community_like_uid on community_like (uid, text_id);

-- One appeal for each rejected text; another member of staff decides it.
create table community_appeal (
  id bigint generated always as identity primary key,
  text_id bigint not null unique references community_text (id),
  uid bigint not null references identity_customer (uid),
  content text not null,
  created_ms bigint not null,
  state text not null check (state in ('waiting', 'approved', 'rejected')),
  decided_ms bigint,
  remark text,
  check ((state = 'waiting') = (decided_ms is null))
);
create index community_appeal_queue on community_appeal (created_ms) where state = 'waiting';
create index community_appeal_decided on community_appeal (decided_ms) where decided_ms is not null;
