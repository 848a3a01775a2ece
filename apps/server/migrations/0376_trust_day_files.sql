-- Day files: what a UTC day can be verified with, as files named by their hashes in a signed text (decision 0022).
create table trust_day_file (
  -- The UTC day as yyyymmdd.
  day integer not null check (day between 20000101 and 99991231),
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9.-]{0,79}$'),
  hash bytea not null check (length(hash) = 32),
  bytes bigint not null check (bytes > 0),
  -- Of the ticks of a market: which one, and the last record of its log that the day holds.
  pid bigint references markets_product,
  last_n bigint check (last_n > 0),
  primary key (day, name),
  check ((pid is null) = (last_n is null))
);
create trigger trust_day_file_stays before update or delete or truncate on trust_day_file
  for each statement execute function trust_refuse_change();

create table trust_day (
  day integer primary key,
  text text not null,
  signature bytea not null check (length(signature) = 64),
  keyid text not null references trust_key,
  -- The last settlement in the files; the next day goes on behind it.
  settlement_n bigint not null check (settlement_n >= 0)
);
create trigger trust_day_stays before update or delete or truncate on trust_day
  for each statement execute function trust_refuse_change();

-- A day is signed when it is over, after the days before it, and its text names exactly its files.
create function trust_check_day() returns trigger language plpgsql as $$
declare
  listed text;
begin
  select string_agg(f.name || '=' || encode(f.hash, 'hex'), e'\n' order by f.name collate "C") into listed
    from trust_day_file f where f.day = new.day;
  if new.text is distinct from concat_ws(e'\n', 'glasshouse.day.v1', 'key=' || new.keyid, 'day=' || new.day, listed) then
    raise exception 'trust: the text of day % does not name its files', new.day
      using errcode = 'integrity_constraint_violation';
  end if;
  if to_date(new.day::text, 'YYYYMMDD') >= (clock_timestamp() at time zone 'UTC')::date
    or exists (select from trust_day d where d.day >= new.day) then
    raise exception 'trust: day % is not over, or a later one is filed', new.day
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger trust_day_is_checked before insert on trust_day
  for each row execute function trust_check_day();

-- From then on the ticks in the files of the day may be pruned.
create function trust_file_logs() returns trigger language plpgsql security definer
  set search_path from current as $$
begin
  insert into markets_filed (pid, n)
    select f.pid, max(f.last_n) from trust_day_file f where f.day = new.day and f.pid is not null group by f.pid
    on conflict (pid) do update set n = greatest(markets_filed.n, excluded.n);
  return null;
end $$;
create trigger trust_day_files_logs after insert on trust_day
  for each row execute function trust_file_logs();
