-- The way of a message out of the house. What was written before there was a way stays in the outbox.
alter table notifications_message
  add column state text not null default 'kept'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'expired', 'kept')),
  add column attempts integer not null default 0,
  -- When it is tried next; while it is being sent, when its sender is given up.
  add column due_ms bigint not null default 0,
  -- Beyond this instant it is worth nothing, like a code that has run out.
  add column expires_ms bigint not null default 0,
  add column sent_ms bigint,
  add column failure text;
alter table notifications_message alter column state set default 'waiting';
create index notifications_message_due on notifications_message (due_ms) where state in ('waiting', 'sending');
