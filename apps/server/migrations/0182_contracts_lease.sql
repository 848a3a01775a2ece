-- Who watches prices: one engine at a time. Its number goes up whenever another one takes over, and whatever
-- settles triggers proves in its own transaction that it still has the newest number.
create table contracts_lease (
  only_row boolean primary key default true check (only_row),
  fence bigint not null,
  -- Until when nobody else may take over, by the clock of the database, which all engines share.
  until_ms bigint not null
);
insert into contracts_lease (fence, until_ms) values (0, 0);
