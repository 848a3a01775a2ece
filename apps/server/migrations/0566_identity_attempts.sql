-- Failed attempts by address and account, under the name that the code uses.
alter table identity_tally rename to identity_attempt;
alter index identity_tally_last rename to identity_attempt_last;
alter table identity_attempt rename constraint identity_tally_pkey to identity_attempt_pkey;
