-- The purpose of an account without the number of a part of the house account: trading of trading:3. Every figure and check that
-- goes by the purpose of a house account uses it, so that parts count with their reserves.
create function ledger_whole_purpose(purpose text) returns text language sql immutable parallel safe as $$
  select case when split_part(purpose, ':', 1) in ('trading', 'insurance', 'contractFees')
    then split_part(purpose, ':', 1) else purpose end
$$;
