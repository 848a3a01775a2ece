-- One-time tickets that open the push stream, so that a session token never stands in an address.
create table identity_stream_ticket (
  -- SHA-256 of the ticket; the ticket itself is known to its holder alone.
  ticket_hash text primary key,
  session_id bigint not null references identity_session (id) on delete cascade,
  -- By the wall clock: a ticket is about a connection, not about a day of the calendar.
  expires_ms bigint not null
);
create index identity_stream_ticket_session on identity_stream_ticket (session_id);
create index identity_stream_ticket_expires on identity_stream_ticket (expires_ms);
