-- The fields of the call that waits for a second manager.
alter table staff_proposal rename column wish to payload;
