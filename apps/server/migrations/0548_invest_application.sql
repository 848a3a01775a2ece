-- Figures of the record when an application to be copied was made, in wire form, for who decides it.
alter table invest_lead_application add column record jsonb not null default '{}';
