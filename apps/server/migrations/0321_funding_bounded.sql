-- What a command asks about a customer's deposits and withdrawals is found by what still counts, however many ended.
create index funding_deposit_waiting on funding_deposit (uid) where paid_ms is null and rejected_ms is null;
create index funding_withdrawal_open on funding_withdrawal (uid) where ended_ms is null;
create index funding_withdrawal_requested on funding_withdrawal (uid, created_ms)
  where state not in ('rejected', 'cancelled');
