-- The list of settled options by when they expired, which a page shows; written once, when an option is settled.
create index options_order_settled on options_order (uid, expires_ms desc, id desc) where status = 1;
