-- Which secret a picture is sealed with; null for one of an earlier version.
alter table uploads_picture add column keyid text;
