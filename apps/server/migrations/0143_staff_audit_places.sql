-- The audit log is read by what was done and to whom.
create index staff_audit_target on staff_audit (target, id);
create index staff_audit_action on staff_audit (action, id);
create index staff_audit_at on staff_audit (at_ms);
