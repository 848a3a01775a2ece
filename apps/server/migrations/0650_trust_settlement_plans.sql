-- Rows are found by their keys here, whatever the planner believes of tables that have just grown: with statistics of a small
-- chain every note that left the outbox read the whole chain, 5 ms a settlement at 10,000 of them and more with each.
alter function trust_number_settlements(integer, bigint)
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off;
alter function trust_check_outbox_later() set enable_seqscan = off;
alter function trust_note_coin_sale() set enable_seqscan = off;
