-- Pictures that staff put up for everybody: they belong to a member of staff and to no customer.
alter table uploads_picture alter column uid drop not null;
alter table uploads_picture add column staff_id bigint;
alter table uploads_picture add constraint uploads_picture_whose check ((uid is null) <> (staff_id is null));
