-- What each customer has open or resting on a market, Σ quantity × price at opening: kept as orders move, never summed
-- while others wait.
create table contracts_size (
  uid bigint not null,
  pid integer not null,
  cost numeric(60, 0) not null check (cost >= 0),
  primary key (uid, pid)
);
insert into contracts_size (uid, pid, cost)
  select uid, pid, sum(quantity * open_price) from contracts_order where status in (0, 1, 2) group by uid, pid;

create function contracts_live_cost(o contracts_order) returns numeric language sql immutable as $$
  select case when o.status in (0, 1, 2) then o.quantity * o.open_price else 0 end
$$;
create function contracts_move_size_of_added() returns trigger language plpgsql as $$
begin
  insert into contracts_size as s (uid, pid, cost)
    select a.uid, a.pid, sum(contracts_live_cost(a)) from added a
    group by a.uid, a.pid having sum(contracts_live_cost(a)) <> 0 order by a.uid, a.pid
    on conflict (uid, pid) do update set cost = s.cost + excluded.cost;
  return null;
end $$;
create function contracts_move_size_of_changed() returns trigger language plpgsql as $$
begin
  update contracts_size s set cost = s.cost + moved.cost
  from (
    select n.uid, n.pid, sum(contracts_live_cost(n) - contracts_live_cost(o)) as cost
    from changed n join before o using (id) group by n.uid, n.pid
  ) moved
  where s.uid = moved.uid and s.pid = moved.pid and moved.cost <> 0;
  return null;
end $$;
create trigger contracts_order_added_moves_size after insert on contracts_order
  referencing new table as added for each statement execute function contracts_move_size_of_added();
create trigger contracts_order_changed_moves_size after update on contracts_order
  referencing old table as before new table as changed for each statement
  execute function contracts_move_size_of_changed();
