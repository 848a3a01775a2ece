-- In live mode the text of a message with a code or a link waits encrypted; the columns of the text are empty then.
alter table notifications_message add column sealed text;
