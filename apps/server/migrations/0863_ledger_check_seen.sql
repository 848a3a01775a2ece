-- Per series, how many rows had numbers above `checked`, up to `newest`, when the last round looked at them: while they are as many, none
-- of them has become visible since, and the next round does not look at them again.
alter table ledger_check add column seen jsonb not null default '{"transactions": 0, "settlements": 0}';
