-- Pictures that customers hand in. The bytes lie in a folder or a store; here is whose they are.
create table uploads_picture (
  id bigint generated always as identity primary key,
  -- The random part of its address, and its name where the bytes lie.
  name text not null unique check (name ~ '^[A-Za-z0-9_-]{32}$'),
  uid bigint not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- incoming: the bytes are being written; kept: they are; going: they are being deleted.
  state text not null check (state in ('incoming', 'kept', 'going')),
  -- What it was handed in for; null until it was, and such a picture does not stay long.
  purpose text,
  -- By the wall clock.
  created_ms bigint not null
);
create index uploads_picture_uid on uploads_picture (uid, created_ms);
-- What a sweep looks through.
create index uploads_picture_loose on uploads_picture (created_ms) where purpose is null or state <> 'kept';
