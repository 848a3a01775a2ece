import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant, statedLines } from '../../ledger/checks/index.ts'

/**
 * What an event moves, for every account. A close: the margin and what was drawn of other positions leave their
 * account, bonus credit, wallet and insurance fund pay the fee, the reserves and the open debt pay a profit, wallet and
 * insurance fund a loss; the wallet has the difference.
 */
const amountsAsStated = amountInvariant(
  'the entries of every contract transaction are what its event states',
  ['contractPlaced', 'contractAmended', 'contractOpened', 'contractRevoked', 'contractClosed'],
  sql`
    select t.id, ${statedLines([
      [
        sql`c.wallet || '/USDT'`,
        sql`case e.kind
          when 'placed' then -e.held
          when 'amended' then e.released - e.held
          when 'revoked' then e.held
          when 'opened' then e.held - e.margin - e.fee + e.bonus_fee
          else e.margin + e.drawn_margin + c.gain - c.loss + e.unpaid_loss - e.fee + e.bonus_fee + e.unpaid_fee
            + e.insurance end`,
      ],
      [
        sql`c.wallet || 'Hold/USDT'`,
        sql`case e.kind when 'placed' then e.held
          when 'amended' then e.held - e.released when 'closed' then 0 else -e.held end`,
      ],
      [
        sql`c.wallet || 'Margin/USDT'`,
        sql`case e.kind when 'opened' then e.margin when 'closed' then -e.margin - e.drawn_margin else 0 end`,
      ],
      [sql`'customer/' || o.uid || '/bonus/USDT'`, sql`-e.bonus_fee`],
      // Fees had one account before those of contracts got their own.
      [
        sql`case when p.is_older then 'house/fees/USDT' else 'house/contractFees/USDT' end`,
        sql`e.fee - e.unpaid_fee`,
      ],
      [sql`'house/trading/USDT'`, sql`c.loss - e.unpaid_loss - c.gain + e.insured_profit + e.owed`],
      [sql`'house/insurance/USDT'`, sql`-e.insurance - e.insured_profit`],
      [sql`'outside/houseDebt/USDT'`, sql`-e.owed`],
    ])}
    from t
    join contracts_event e on e.order_id = t.cause_id and e.transaction_id = t.id
      and e.kind = case t.cause_kind when 'contractPlaced' then 'placed' when 'contractAmended' then 'amended'
        when 'contractOpened' then 'opened'
        when 'contractRevoked' then 'revoked' else 'closed' end
    join contracts_order o on o.id = e.order_id
    cross join lateral (
      select 'customer/' || o.uid || '/' || o.wallet as wallet,
        greatest(e.profit, 0) as gain, greatest(-e.profit, 0) as loss
    ) c
    cross join lateral (
      -- By the transaction, never by all entries of the account.
      select count(*) > 0 as is_older from (
        select account_id from ledger_entry where transaction_id = t.id offset 0
      ) f where f.account_id = (select id from ledger_account where name = 'house/fees/USDT')
    ) p`,
)

/**
 * The amounts of events by the rules of packages/core/src/contracts/rules.ts: fee and margin are rounded up, profit is
 * rounded down. The quantity of an event is its lots of the order's lot.
 */
const calculatedByPrices = invariant(
  'profit, fee and margin of every contract event follow from its price',
  sql`
    select 'event ' || id || ' (' || kind || ') of order ' || order_id || ' states profit ' || profit || ', fee ' || fee
      || ', margin ' || margin as message
    from (
      select e.*, o.leverage::numeric as leverage, o.fee_rate_ppm, div(o.quantity, o.lots) * e.lots * e.price as cost,
        div(o.quantity, o.lots) * e.lots * (e.price - o.open_price) * case o.side when 'long' then 1 else -1 end as gained
      from contracts_event e join contracts_order o on o.id = e.order_id
      where e.kind in ('opened', 'closed')
    ) e
    where fee <> div(cost * fee_rate_ppm + 999999999999999, 1000000000000000)
      or kind = 'closed' and profit <> div(gained, 1000000000) - (mod(gained, 1000000000) < 0)::int
      or kind = 'opened' and (profit <> 0 or margin <> div(cost + leverage * 1000000000 - 1, leverage * 1000000000))
    order by id limit 1000`,
)

const nothingMovedUnstated = invariant(
  'a contract event without a transaction moves nothing, and a part closes as its order does',
  sql`
    select 'event ' || e.id || ' (' || e.kind || ') of order ' || e.order_id || ' moves money in no transaction' as message
    from contracts_event e
    where e.transaction_id is null and (e.kind not in ('amended', 'stopsSet', 'closed', 'closedPart')
      or e.bonus_fee <> 0 or e.drawn_margin <> 0 or e.held <> e.released or e.insured_profit <> 0 or e.owed <> 0
      or e.kind in ('closed', 'closedPart') and (e.unpaid_fee <> e.fee or e.unpaid_loss <> -e.profit))
    union all
    select 'event ' || e.id || ' sets stops in transaction ' || e.transaction_id
    from contracts_event e where e.kind = 'stopsSet' and e.transaction_id is not null
    union all
    select 'event ' || e.id || ' of order ' || e.order_id || ' tells of a part that did not close so'
    from contracts_event e
    where e.kind = 'closedPart' and not exists (
      select from contracts_order o join contracts_event c on c.order_id = o.id and c.kind = 'closed'
      where o.parent_id = e.order_id and c.at_ms = e.at_ms and c.transaction_id is not distinct from e.transaction_id
        and (c.price, c.lots, c.margin, c.fee, c.profit, c.insurance)
          = (e.price, e.lots, e.margin, e.fee, e.profit, e.insurance)
    )
    limit 1000`,
)

/** Amounts of levellings: a part is counted with its reserve, and nothing moves between reserves. */
export const levellingAmounts: Invariant = amountInvariant(
  'parts of the house account are levelled within each reserve',
  ['houseLevelled'],
  sql`select t.id, null::text, 0::numeric from t where false`,
)

/** Amounts of contracts, for `ledgerCheck` and the check of every minute. */
export const contractAmounts: Invariant = amountsAsStated

export const contractAmountInvariants: readonly Invariant[] = [
  amountsAsStated,
  calculatedByPrices,
  nothingMovedUnstated,
]
