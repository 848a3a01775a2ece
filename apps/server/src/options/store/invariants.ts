import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant, statedLines } from '../../ledger/checks/index.ts'

const stakesAreHeld = invariant(
  'the stakes held for every customer equal those of the open options',
  sql`
    with held as (
      select owner_id as uid, balance from ledger_account
      where owner = 'customer' and purpose = 'optionStake' and asset = 'USDT'
    ), needed as (
      select uid, sum(stake) as stakes from options_order where state = 'open' group by uid
    )
    select 'customer ' || uid || ' has ' || coalesce(balance, 0) || ' held, the open options took '
      || coalesce(stakes, 0) as message
    from held full join needed using (uid)
    where coalesce(balance, 0) <> coalesce(stakes, 0)
    order by uid limit 1000`,
)

const winsAreInEscrow = invariant(
  'the option escrow equals what the open options may win',
  sql`
    select 'the escrow holds ' || held || ', promised are ' || promised as message
    from
      (select coalesce(sum(balance), 0) as held from ledger_account where name = 'house/optionEscrow/USDT') escrow,
      (select coalesce(sum(win), 0) as promised from options_order where state = 'open') open
    where held <> promised`,
)

const placedOnce = invariant(
  'every option was paid for by exactly one transaction and tells the tick',
  sql`
    select 'option ' || o.id || ' has ' || count(distinct t.id) || ' transactions and '
      || count(distinct e.transaction_id) || ' events of its acceptance' as message
    from options_order o
    left join ledger_transaction t on t.cause_kind = 'optionPlaced' and t.cause_id = o.id
    left join options_event e on e.order_id = o.id and e.kind = 'placed' and e.transaction_id = t.id
    group by o.id having count(distinct t.id) <> 1 or count(distinct e.transaction_id) <> 1
    order by o.id limit 1000`,
)

const settledOnce = invariant(
  'every settled option has exactly one settlement transaction and its event, an open one has none',
  sql`
    select 'option ' || o.id || ' in state ' || o.state || ' has ' || count(distinct t.id)
      || ' settlement transactions and ' || count(distinct e.transaction_id) || ' events of it' as message
    from options_order o
    left join ledger_transaction t on t.cause_kind = 'optionSettled' and t.cause_id = o.id
    left join options_event e on e.order_id = o.id and e.kind = 'settled'
      and (e.transaction_id = t.id or t.id is null)
    group by o.id, o.state
    having count(distinct t.id) <> (o.state = 'settled')::integer
      or count(distinct e.transaction_id) <> (o.state = 'settled')::integer
    order by o.id limit 1000`,
)

/** Amounts of options: the stake and the largest win are set aside, then go where the outcome says. */
export const optionAmounts = amountInvariant(
  'the entries of every option transaction are what its stake, its win and its outcome state',
  ['optionPlaced', 'optionSettled'],
  sql`
    select t.id, ${statedLines([
      [
        sql`'customer/' || o.uid || '/wallet/USDT'`,
        sql`case when t.cause_kind = 'optionPlaced' then -o.stake
          when o.outcome = 'win' then o.stake + o.win when o.outcome = 'loss' then 0 else o.stake end`,
      ],
      [
        sql`'customer/' || o.uid || '/optionStake/USDT'`,
        sql`case t.cause_kind when 'optionPlaced' then o.stake else -o.stake end`,
      ],
      [
        sql`'house/trading/USDT'`,
        sql`case when t.cause_kind = 'optionPlaced' then -o.win
          when o.outcome = 'win' then 0 when o.outcome = 'loss' then o.stake + o.win else o.win end`,
      ],
      [sql`'house/optionEscrow/USDT'`, sql`case t.cause_kind when 'optionPlaced' then o.win else -o.win end`],
    ])}
    from t
    join options_order o on o.id = t.cause_id
    join options_event e on e.order_id = o.id and e.transaction_id = t.id
      and e.kind = case t.cause_kind when 'optionPlaced' then 'placed' else 'settled' end`,
)

const payoutByOutcome = invariant(
  'the payout of a settled option follows from its outcome',
  sql`
    select 'option ' || id || ' pays ' || coalesce(payout::text, 'nothing') || ' for ' || outcome as message
    from options_order
    where state = 'settled'
      and payout is distinct from case outcome when 'win' then stake + win when 'loss' then 0 else stake end
    order by id limit 1000`,
)

const decidedByPrices = invariant(
  'every settled option was decided by its two prices',
  sql`
    select 'option ' || id || ' ended as ' || outcome || ' from ' || entry_price || ' to ' || exit_price as message
    from options_order
    where exit_price is not null and outcome <> case
      when exit_price = entry_price then 'draw'
      when (exit_price > entry_price) = (option_type = 'call') then 'win'
      else 'loss' end
    order by id limit 1000`,
)

const resultsAreSettled = invariant(
  'the results kept per day equal the settled options',
  sql`
    with settled as (
      select uid, ledger_day(settled_ms) as day, pid, option_type, sign(payout - stake)::smallint as result,
        count(*) as trades, sum(payout - stake) as profit
      from options_order where state = 'settled' group by 1, 2, 3, 4, 5
    )
    select 'customer ' || uid || ' market ' || pid || ' day ' || day || ' is told as ' || coalesce(d.trades, 0)
      || ' options and ' || coalesce(d.profit, 0) || ', settled are ' || coalesce(s.trades, 0) || ' and '
      || coalesce(s.profit, 0) as message
    from options_result_day d full join settled s using (uid, day, pid, option_type, result)
    where (coalesce(d.trades, 0), coalesce(d.profit, 0)) <> (coalesce(s.trades, 0), coalesce(s.profit, 0))
    order by uid, day, pid, option_type, result limit 1000`,
)

/** What must be true of options, for `ledgerCheck`. */
export const optionInvariants: readonly Invariant[] = [
  stakesAreHeld,
  winsAreInEscrow,
  placedOnce,
  settledOnce,
  optionAmounts,
  payoutByOutcome,
  decidedByPrices,
  resultsAreSettled,
]
