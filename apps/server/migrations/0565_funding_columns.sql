-- Columns named after what they hold. The catalogue changes only; no row is rewritten.
alter table funding_transfer rename column told to reported;
alter table funding_transfer rename column asked_ms to checked_ms;
alter table funding_invoice rename column asked_ms to checked_ms;
