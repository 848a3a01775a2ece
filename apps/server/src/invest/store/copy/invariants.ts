import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant } from '../../../ledger/checks/index.ts'

const unitsFollowOrders = invariant(
  'the units and the waiting money of every copy pool equal those of its orders',
  sql`
    with needed as (
      select o.product_id as id, sum(c.units) as units,
          coalesce(sum(o.principal) filter (where o.state = 'waiting'), 0) as waiting
        from invest_copy c join invest_order o on o.id = c.order_id group by o.product_id
    )
    select 'pool of product ' || p.product_id || ' has ' || p.units || ' units and ' || p.waiting
      || ' waiting, its orders come to ' || coalesce(n.units, 0) || ' and ' || coalesce(n.waiting, 0) as told
    from invest_pool p left join needed n on n.id = p.product_id
    where p.units <> coalesce(n.units, 0) or p.waiting <> coalesce(n.waiting, 0)
    order by p.product_id limit 1000`,
)

const unitsAreCovered = invariant(
  'at every dealing the value of all units was covered by the pool less its closing costs',
  sql`
    select 'product ' || product_id || ' at ' || at_ms || ': ' || units_before || ' units at ' || exit_price
      || ' exceed ' || (bid - closing_cost) as told
    from invest_dealing
    where units_before > 0 and exit_price > 0 and units_before * exit_price > (bid - closing_cost) * 1000000000
    order by product_id, at_ms limit 1000`,
)

const claimsAreCovered = invariant(
  'the units of every copy pool are worth no more than the pool was right after its newest dealing',
  sql`
    select 'pool of product ' || product_id || ': ' || units || ' units at ' || unit_price || ' exceed ' || dealt_worth
      as told
    from invest_pool where units > 0 and units * unit_price > dealt_worth * 1000000000
    order by product_id limit 1000`,
)

const moneyStaysInPools = invariant(
  'the money of a copy pool goes to followers, the fee of the lead, trading and rounding alone',
  sql`
    select told from (
      -- Offset 0 keeps the planner from walking all transactions for the order of the few that are broken.
      select t.id, 'pool ' || a.owner_id || ': ' || t.cause_kind || ' ' || t.cause_id as told
      from invest_pool p
      join ledger_account a on a.owner = 'customer' and a.owner_id = p.account
      join ledger_entry e on e.account_id = a.id
      join ledger_transaction t on t.id = e.transaction_id
      where t.cause_kind not in ('copyEntered', 'copyFee', 'copyLeft', 'copyRounding', 'contractPlaced', 'contractOpened',
        'contractClosed', 'contractRevoked')
      offset 0
    ) broken
    order by id limit 1000`,
)

const ordersAreBookedOnce = invariant(
  'every copy order was asked, refunded, entered and paid at most once, as its state says',
  sql`
    with booked as (
      select cause_id as id, count(*) filter (where cause_kind = 'copyAsked') as asked,
          count(*) filter (where cause_kind = 'copyRefunded') as refunded,
          count(*) filter (where cause_kind = 'copyEntered') as entered,
          count(*) filter (where cause_kind = 'copyLeft') as paid
        from ledger_transaction where cause_kind in ('copyAsked', 'copyRefunded', 'copyEntered', 'copyLeft')
        group by cause_id
    )
    select 'copy order ' || coalesce(o.id, b.id) || ' in state ' || coalesce(o.state, 'none') || ' was asked '
      || coalesce(b.asked, 0) || ' times, refunded ' || coalesce(b.refunded, 0) || ', entered '
      || coalesce(b.entered, 0) || ', paid ' || coalesce(b.paid, 0) as told
    from (select * from invest_order where method = 'copy') o full join booked b using (id)
    where o.id is null or coalesce(b.asked, 0) <> 1
      or coalesce(b.refunded, 0) <> (o.state = 'refunded')::int
      or coalesce(b.entered, 0) <> (o.state in ('running', 'ended', 'stopped'))::int
      or coalesce(b.paid, 0) <> (o.state in ('ended', 'stopped') and o.payout > 0)::int
    order by 1 limit 1000`,
)

const daysAreDealt = invariant(
  'every day of a copy order is one dealing with its profit, and a paid order earned what it was paid above its money',
  sql`
    select told from (
      select 'copy order ' || o.id || ' on ' || coalesce(a.day, d.day) || ': accrued ' || coalesce(a.amount, 0)
        || ', dealt ' || coalesce(d.profit, 0) as told
      from invest_order o
      join (invest_accrual a full join invest_dealing_order d on d.order_id = a.order_id and d.day = a.day)
        on o.id = coalesce(a.order_id, d.order_id)
      where o.method = 'copy' and a.amount is distinct from d.profit
      union all
      select 'copy order ' || id || ' was paid ' || payout || ' for ' || principal || ' and shows ' || accrued
      from invest_order
      where method = 'copy' and state in ('ended', 'stopped') and accrued <> payout - principal
    ) found order by told limit 1000`,
)

const unitsFollowDealings = invariant(
  'every copy order holds the units that its dealings left it, and each dealing took the fee and the levy of its terms',
  sql`
    with dealt as (
      select d.*, p.entry_price, p.exit_price, p.units_after as staying, c.lead_fee_ppm, c.exit_levy_ppm,
        (o.days * 86400000::bigint) as period, min(d.at_ms) over (partition by d.order_id) as entered,
        coalesce(lag(d.units_after) over steps, 0) as held, coalesce(lag(d.at_ms) over steps, d.at_ms) as last_ms,
        first_value(p.entry_price) over steps as cost,
        max(p.exit_price) filter (where d.fee_units > 0)
          over (steps rows between unbounded preceding and 1 preceding) as settled
      from invest_dealing_order d
      join invest_dealing p using (product_id, at_ms) join invest_copy c using (order_id)
      join invest_order o on o.id = d.order_id
      window steps as (partition by d.order_id order by d.at_ms)
    ), worked as (
      select *, case
          when exit_price <= greatest(cost, settled) then 0
          when exit_reason is null and div(at_ms - entered, period) = div(last_ms - entered, period) then 0
          -- Rounded up by whole numbers: a quotient of numeric keeps only so many decimals.
          else div(units_before * (exit_price - greatest(cost, settled)) * lead_fee_ppm + exit_price * 1000000 - 1,
            exit_price * 1000000)
        end as fee_due,
        div((units_before - fee_units) * exit_price, 1000000000) as worth
      from dealt
    ), newest as (
      select distinct on (order_id) order_id, units_after, exit_reason,
        entered + (div(at_ms - entered, period) + 1) * period as period_end,
        greatest(cost, settled, case when fee_units > 0 then exit_price end) as mark
      from worked order by order_id, at_ms desc
    )
    select told from (
      select 'copy order ' || order_id || ' at ' || at_ms || ': units ' || units_before || ' to ' || units_after
        || ', fee ' || fee_units || ' of ' || fee_due || ', value ' || value || ', paid ' || paid_out || ', levy ' || levy
        as told
      from worked
      where units_before <> held or fee_units <> fee_due or fee <> div(fee_units * exit_price, 1000000000)
        or value <> div(units_after * exit_price, 1000000000)
        or units_after <> case
          when exit_reason is not null then 0
          when put_in > 0 then div(put_in * 1000000000, nullif(entry_price, 0))
          else units_before - fee_units end
        or levy <> case
          when exit_reason = 'now' and staying > 0 then div(worth * exit_levy_ppm + 999999, 1000000) else 0 end
        or paid_out <> case when exit_reason is null then 0 else worth - levy end
      union all
      select 'copy order ' || c.order_id || ' has ' || c.units || ' units, its dealings left ' || coalesce(n.units_after, 0)
      from invest_copy c left join newest n using (order_id)
      where c.units <> coalesce(n.units_after, 0)
        or (n.exit_reason is null and (c.period_end_ms <> n.period_end
          or (c.lead_fee_ppm > 0 and c.high_water_mark <> n.mark)))
    ) found order by told limit 1000`,
)

const copyCauses = [
  'copyAsked',
  'copyRefunded',
  'copyEntered',
  'copyFee',
  'copyLeft',
  'copyRounding',
] as const

/** The entries of every copy order, fee and rounding are what the order and its dealing state. */
const copyAmounts = amountInvariant(
  'the entries of every copy order are its amounts',
  copyCauses,
  sql`
    select t.id, m.account, m.amount
    from t
    left join invest_order o on o.id = t.cause_id and t.cause_kind <> 'copyRounding'
    join invest_pool p on p.product_id = coalesce(o.product_id, t.cause_id)
    join invest_lead l on l.id = p.lead_id
    cross join lateral (
      select 'customer/' || o.uid || '/wallet/USDT' as wallet, 'customer/' || o.uid || '/principal/USDT' as held,
        'customer/' || p.account || '/contract/USDT' as pool
    ) n
    cross join lateral (
      select wallet, -o.principal where t.cause_kind = 'copyAsked'
      union all select held, o.principal where t.cause_kind = 'copyAsked'
      union all select held, -o.principal where t.cause_kind in ('copyRefunded', 'copyEntered')
      union all select wallet, o.principal where t.cause_kind = 'copyRefunded'
      union all select pool, o.principal where t.cause_kind = 'copyEntered'
      union all
        select f.account, f.amount from invest_dealing_order d
        cross join lateral (values (pool, -d.fee), ('customer/' || l.uid || '/wallet/USDT', d.fee)) f (account, amount)
        where t.cause_kind = 'copyFee' and d.order_id = o.id and t.key = 'copy-fee:' || d.order_id || ':' || d.day
      union all
        select f.account, f.amount from invest_dealing_order d
        cross join lateral (values (pool, -d.paid_out), (wallet, d.paid_out)) f (account, amount)
        where t.cause_kind = 'copyLeft' and d.order_id = o.id and d.exit_reason is not null
      union all
        select f.account, f.amount from invest_dealing d
        cross join lateral (values (pool, -d.dust), ('house/rounding/USDT', d.dust)) f (account, amount)
        where t.cause_kind = 'copyRounding' and d.product_id = t.cause_id
          and t.key = 'copy-rounding:' || d.product_id || ':' || d.at_ms
    ) m (account, amount)`,
)

/** The invariant of the amounts of each cause of copy trading. */
export const copyAmountsByCause = Object.fromEntries(
  copyCauses.map((cause) => [cause, copyAmounts]),
) as Readonly<Record<(typeof copyCauses)[number], Invariant>>

/** Invariants of copy trading for `ledgerCheck`. */
export const copyInvariants: readonly Invariant[] = [
  unitsFollowOrders,
  unitsAreCovered,
  claimsAreCovered,
  moneyStaysInPools,
  ordersAreBookedOnce,
  daysAreDealt,
  unitsFollowDealings,
  copyAmounts,
]
