-- The side of a pool order has the same word and values as everywhere else.
alter table invest_pool_change disable trigger invest_pool_change_append_only;
alter table invest_pool_change drop constraint invest_pool_change_direction_check;
alter table invest_pool_change rename column direction to side;
update invest_pool_change set side = case side when 'buy' then 'long' else 'short' end;
alter table invest_pool_change add constraint invest_pool_change_side_check check (side in ('long', 'short'));
alter table invest_pool_change enable trigger invest_pool_change_append_only;
