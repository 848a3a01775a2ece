import type { CauseKind } from '@glasshouse/core/ledger/causes'
import { type RawBuilder, sql } from 'kysely'
import { type Invariant, invariant, type Range } from '../../ledger/checks/index.ts'

/** What settles and the transaction that it names: contract events, option events, coin sales. */
const settled = sql`(
  select e.transaction_id, 'contract' || upper(left(e.kind, 1)) || substr(e.kind, 2) as kind, e.order_id as settled_id
    from contracts_event e
  union all
  select e.transaction_id, 'option' || upper(left(e.kind, 1)) || substr(e.kind, 2), e.order_id from options_event e
  union all
  select t.id, 'coinSold', s.id from wallets_sale s left join ledger_transaction t on t.key = 'coin-sold:' || s.id
)`

/** Causes of transactions that settle something. */
const settlingCauses = [
  ...['contractPlaced', 'contractOpened', 'contractRevoked', 'contractClosed'],
  ...['optionPlaced', 'optionSettled', 'coinSold'],
] as const satisfies readonly CauseKind[]

/** The same for the transactions of a range, found by their causes. */
const settledBy = ({ after, upTo }: Range) => sql`(
  select t.id as transaction_id, t.cause_kind as kind, t.cause_id as settled_id from ledger_transaction t
  where t.id > ${after} and t.id <= ${upTo} and t.cause_kind = any(${settlingCauses}::text[])
)`

/** `found` narrows the chain to kinds that settle once, which an index lists. */
const missingNumber = (from: RawBuilder<unknown>, found: RawBuilder<unknown>) => sql<{ result: string }>`
  select x.kind || ' ' || x.settled_id || ' of transaction ' || coalesce(x.transaction_id::text, 'none')
    || ' has no number' as result
  from ${from} x
  where not exists (select from trust_settlement s where s.kind = x.kind and s.settled_id = x.settled_id and ${found}
      and s.transaction_id is not distinct from x.transaction_id)
    and not exists (select from trust_settlement_outbox o where o.kind = x.kind and o.settled_id = x.settled_id
      and o.transaction_id is not distinct from x.transaction_id)`

const once = sql`s.kind not in ('contractStopsSet', 'contractClosedPart', 'contractAmended')`

const everySettlementIsNumbered = invariant(
  'everything that settles has its number in the settlement chain, or waits for it',
  sql<{ result: string }>`${missingNumber(settled, sql`true`)} order by 1 limit 1000`,
  {
    ...{ series: 'transactions', causes: settlingCauses },
    query: (range) => missingNumber(settledBy(range), once),
  },
)

const brokenChain = (after: number, upTo: number) => sql<{ result: string }>`
  select 'settlement ' || s.n || ' does not continue the chain' as result
  from trust_settlement s left join trust_settlement before on before.n = s.n - 1
  where s.n > ${after} and s.n <= ${upTo} and (
    s.previous is distinct from coalesce(before.hash, decode(repeat('00', 32), 'hex'))
    or (before.n is null) <> (s.n = 1)
    or s.hash is distinct from trust_settlement_hash(s)
  )`

const chainContinues = invariant(
  'every settlement continues the chain',
  sql<{ result: string }>`${brokenChain(0, Number.MAX_SAFE_INTEGER)} order by s.n limit 1000`,
  { series: 'settlements', query: ({ after, upTo }) => brokenChain(after, upTo) },
)

/** Which transactions a statement looks at: all of them, or those with an id in a range. */
const inRange = (id: RawBuilder<unknown>, range: Range | null) =>
  range === null ? sql`true` : sql`${id} > ${range.after} and ${id} <= ${range.upTo}`

const brokenReceipts = (range: Range | null) => sql<{ result: string }>`
  select 'the receipt of transaction ' || r.transaction_id || ' for customer ' || r.uid
    || ' does not continue the one before' as result
  from trust_receipt r left join lateral (
    select hash from trust_receipt where uid = r.uid and transaction_id < r.transaction_id
    order by transaction_id desc limit 1
  ) before on true
  where ${inRange(sql`r.transaction_id`, range)}
    and r.previous is distinct from coalesce(before.hash, decode(repeat('00', 32), 'hex'))`

const receiptsContinue = invariant(
  'every receipt names the hash of the receipt before of the same customer',
  sql<{ result: string }>`${brokenReceipts(null)} order by r.transaction_id limit 1000`,
  { series: 'transactions', query: brokenReceipts },
)

/**
 * Entries and receipts meet in the set operation only: where receipts are kept on other servers than entries, a join of the two is
 * not possible (decision 0076).
 */
const missingReceipts = (range: Range | null) => sql<{ result: string }>`
  select 'transaction ' || transaction_id || ' has no receipt for customer ' || uid as result
  from (
    select e.transaction_id, a.owner_id as uid
    from ledger_entry e
    join ledger_account a on a.id = e.account_id and a.owner = 'customer' and a.owner_id not between 1001 and 9999
    where ${inRange(sql`e.transaction_id`, range)}
      and e.transaction_id <= (select transaction_id from trust_receipt_progress)
    except
    select r.transaction_id, r.uid from trust_receipt r where ${inRange(sql`r.transaction_id`, range)}
  ) missing`

const receiptsAreWhole = invariant(
  'every transaction up to which receipts are made has one for each customer it touches',
  sql<{ result: string }>`${missingReceipts(null)} order by 1 limit 1000`,
  { series: 'transactions', query: missingReceipts },
)

const zeros = '0'.repeat(64)

const reportsContinue = invariant(
  'every liabilities report continues the one before, and the newest heads name one that is there',
  sql<{ result: string }>`
    select 'report ' || r.number || ' does not continue the one before' as result
    from trust_report r left join trust_report before on before.number = r.number - 1
    where (before.number is null) <> (r.number = 1) or r.hash is distinct from sha256(convert_to(r.text, 'UTF8'))
      or r.text not like 'glasshouse.report.v1' || e'\nkey=' || r.keyid || e'\nnumber=' || r.number || e'\n%'
      or position(e'\nprevious=' || coalesce(encode(before.hash, 'hex'), ${zeros}::text) || e'\n' in r.text) = 0
    union all
    select 'report ' || named[1] || ', which the newest heads name, is not there'
    from (select regexp_match(text, '\nreports=([0-9]+):([0-9a-f]{64})') as named from trust_head
      order by minute_ms desc limit 1) newest
    where named is not null and not exists (
      select from trust_report r where r.number = named[1]::integer and encode(r.hash, 'hex') = named[2]
    )
    order by 1 limit 1000`,
)

/** Invariants of the settlement chain, the receipts and the reports for `ledgerCheck`. */
export const settlementInvariants: readonly Invariant[] = [
  everySettlementIsNumbered,
  chainContinues,
  receiptsContinue,
  receiptsAreWhole,
  reportsContinue,
]
