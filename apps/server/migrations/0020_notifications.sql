-- Messages to customers, written in the transaction that gave rise to them.
create table notifications_message (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null check (recipient <> ''),
  lang text not null,
  template text not null,
  subject text not null,
  body text not null,
  -- The verification code in the text, so that practice mode can hand it out by itself.
  code text,
  created_ms bigint not null
);
create index notifications_message_recipient on notifications_message (recipient, id desc);
