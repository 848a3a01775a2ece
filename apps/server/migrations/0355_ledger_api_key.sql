-- The API key that caused a transaction (identity_api_key.id); null for everything else.
alter table ledger_transaction add column api_key_id bigint;
