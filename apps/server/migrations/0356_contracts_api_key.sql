-- The API key that caused an event (identity_api_key.id); null for everything else.
alter table contracts_event add column api_key_id bigint;
