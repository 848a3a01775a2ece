-- The audit log without what staff only read: most records are reads, so the changes have an index of their own.
create function staff_audit_is_read(action text) returns boolean language sql immutable parallel safe as $$
  select action = any (array[
    'reviewList', 'reviewItem', 'productList', 'investBook', 'configList', 'configHistory',
    'contentList', 'memberList', 'auditLog', 'proposalList', 'pictureView', 'payChannelList',
    'withdrawBatches', 'withdrawBatch', 'metrics', 'ledgerCheck', 'userSearch', 'userDetail',
    'lockList', 'reserveList', 'fundList', 'aiSwitchView', 'holdingList'
  ])
$$;
create index staff_audit_changes on staff_audit (n) where not staff_audit_is_read(action);
