-- Why a position was closed out: the wallet's figures at the tick that did it, before anything was closed.
alter table contracts_event add column account jsonb;
