-- What an operator writes: articles, questions, banners, menus, notices, who runs this.
create table content_record (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('news', 'faq', 'banner', 'nav', 'homeMsg', 'about', 'product')),
  published boolean not null,
  position integer not null default 0,
  -- Language → name → text; checked before it is kept.
  texts jsonb not null,
  fields jsonb not null,
  created_ms bigint not null,
  updated_ms bigint not null,
  -- Who wrote it last; null for the sample.
  staff_id bigint references staff_member (id)
);
create index content_record_kind on content_record (kind, position, id);
create unique index content_record_single on content_record (kind) where kind = 'about';

-- How often an article was read; beside the record, so that reading never changes what was written.
create table content_read (
  record_id bigint primary key references content_record (id) on delete cascade,
  readnum bigint not null
);
