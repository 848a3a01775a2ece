-- A round of the dispatcher reads the events that are due. New ones have the instant 0 and are taken by number, those that
-- failed by when they are to be tried again; what waits beyond that is not read.
create index platform_fact_due on platform_fact (retry_ms, id);
