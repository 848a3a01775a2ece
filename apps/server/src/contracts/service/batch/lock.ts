/** Locks what a batch decides by and reads it: wallets, their orders, exposures, house accounts. */

import type { HousePart, OtherParts } from '@glasshouse/core/contracts/housePart'
import { HousePartShort } from '@glasshouse/core/contracts/housePart'
import type { CancelReason, LiveOrder } from '@glasshouse/core/contracts/order'
import type { SizeLimits } from '@glasshouse/core/contracts/size'
import type { AccountOwner } from '@glasshouse/core/contracts/tradingState'
import { external, housePartAccount, partedReserves } from '@glasshouse/core/ledger/chart'
import { balanceIn } from '@glasshouse/core/ledger/rules'
import { negateUnits } from '@glasshouse/core/money/units'
import {
  getBalances,
  type LockedAccounts,
  lockAccounts,
  reserveTransactionIds,
} from '../../../ledger/posting/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { listLiveParts, lockExposures, lockMissingMarkets, lockPart } from '../../../tradingReserve/index.ts'
import { marginAccountLedger } from '../../postings.ts'
import type { OrderRow, PoolRow } from '../../schema.ts'
import { liveOrderOf } from '../../store/liveOrders.ts'
import { listActiveOrders, type MarginAccountKey, reserveOrderIds } from '../../store/orders.ts'
import { listPools, listPoolsOfLeads } from '../../store/pools.ts'
import { listCommitted } from '../../store/size.ts'
import { accountKeyOf, type Batch, type CopyRules, type WalletState } from './batch.ts'

/** What a batch is about to do besides changing what lives in its wallets. */
export type BatchScope<Answer> = {
  /** Markets in which something may be opened. */
  readonly pids?: readonly number[]
  /** New orders there may be at most. */
  readonly orders?: number
  /** Transactions it will probably post, besides those of new orders; any that are missing are numbered when it is written. */
  readonly postings?: number
  /** Asks what it likes once the wallets are locked, before the rows that all commands need. */
  readonly ask: () => Promise<Answer>
  /** The caps for resting orders that were reached. */
  readonly limits?: SizeLimits
  /** Asks which of the orders may not be opened any more. */
  readonly forbid?: (orders: readonly OrderRow[]) => Promise<ReadonlyMap<number, CancelReason>>
  /** Customers who may be leads, with how many new orders each of their pools may get. */
  readonly leads?: ReadonlyMap<number, number>
  /** Reads the limits of copying; asked where one of them is a lead. */
  readonly copyRules?: () => Promise<CopyRules>
  /** The part of the house account by which it decides; null is the general one. */
  readonly part: number | null
}

/**
 * Locks the margin accounts, reads what decides about each of them, then locks every market's exposure and the house
 * accounts of a part: three round trips. Rows that all commands need are not locked while customers are read.
 *
 * @throws HousePartShort the part is not live
 */
export const lockBatch = async <Answer>(
  tx: Tx,
  asked: readonly MarginAccountKey[],
  now: number,
  {
    pids = [],
    orders = 0,
    postings = 0,
    limits,
    ask,
    forbid = async () => new Map(),
    leads,
    copyRules,
    part,
  }: BatchScope<Answer>,
): Promise<{ readonly batch: Batch; readonly answer: Answer }> => {
  const led = leads === undefined ? [] : await listPoolsOfLeads(tx, [...leads.keys()])
  const copied = led.reduce((sum, { lead_uid }) => sum + (leads?.get(lead_uid) ?? 0), 0)
  const keys = withPools(asked, led)
  const accounts = keys.flatMap(({ uid, wallet }) => Object.values(marginAccountLedger(uid, wallet)))
  const own = await lockAccounts(tx, accounts)
  const uids = [...new Set(keys.map(({ uid }) => uid))]
  const [live, answer, reserved, pools, rules] = await Promise.all([
    listActiveOrders(tx, keys),
    ask(),
    reserveOrderIds(tx, orders + copied),
    // Read anew behind the lock: copying may have ended meanwhile.
    led.length === 0
      ? []
      : listPools(
          tx,
          led.map(({ account }) => account),
        ),
    led.length === 0 ? null : copyRules?.(),
  ])
  const due = live.filter(({ closing_lots, lots }) => closing_lots !== null && closing_lots < lots).length
  const numbers = [...reserved, ...(await reserveOrderIds(tx, due))]
  const forbidden = await forbid(live)
  // Locked last: a slow read about one customer must not hold up the orders of others.
  const [, open, houses, others, debt, committed, transactionIds] = await Promise.all([
    part === null ? undefined : lockPart(tx, part),
    lockExposures(tx, part),
    lockAccounts(tx, [...reservesOf(part), ...(part === null ? [external('houseDebt')] : [])]),
    // Behind those locks nothing moves between parts, and what another one does meanwhile it decides by its own.
    listOthers(tx, part),
    // Recorded with the accounts of all parts locked, which are this one's too.
    part === null ? null : getBalances(tx, [external('houseDebt')]),
    // Runs after the exposure locks of the same connection, which every opening order holds until its commit.
    orders + copied === 0 && !live.some(({ entry_trigger }) => entry_trigger !== null)
      ? new Map<number, ReadonlyMap<number, bigint>>()
      : listCommitted(tx, uids),
    reserveTransactionIds(tx, postings + copied),
  ])
  const exposures = await lockMissingMarkets(tx, open, [...live.map(({ pid }) => pid), ...pids], part)
  const batch: Batch = {
    now,
    wallets: accountsFrom(own, keys, live),
    owners: ownersFrom(own, uids, committed),
    house: {
      trading: balanceIn(houses, housePartAccount('trading', part)),
      insurance: balanceIn(houses, housePartAccount('insurance', part)),
      debt: negateUnits(debt?.[0] ?? balanceIn(houses, external('houseDebt'))),
      exposures,
      others,
    },
    part,
    forbidden,
    limits: limits ?? null,
    moved: new Map(),
    changed: new Map(),
    added: new Map(),
    transactions: [],
    events: [],
    ticks: new Set(),
    facts: [],
    writes: [],
    numbers,
    transactionIds,
    copying: rules === null || rules === undefined ? null : { pools, rules },
    leadActions: [],
    copies: [],
    book: new Map([...own, ...houses]),
  }
  return { batch, answer }
}

/** The wallets with those of the pools of leads, and both wallets of a lead: what is in one bounds the other. */
const withPools = (
  keys: readonly MarginAccountKey[],
  pools: readonly PoolRow[],
): readonly MarginAccountKey[] => {
  const all = new Map(keys.map((key) => [accountKeyOf(key), key]))
  for (const { account, lead_uid } of pools)
    for (const key of [
      { uid: account, wallet: 'contract' as const },
      { uid: lead_uid, wallet: 'contract' as const },
      { uid: lead_uid, wallet: 'contract2' as const },
    ])
      all.set(accountKeyOf(key), key)
  return [...all.values()]
}

const reservesOf = (part: number | null) => partedReserves.map((reserve) => housePartAccount(reserve, part))

/** What a part has to know of the others; null where no part is live, and the general one is the whole house account. */
const listOthers = async (tx: Tx, part: number | null): Promise<OtherParts | null> => {
  const live = await listLiveParts(tx)
  if (part !== null && !live.has(part)) throw new HousePartShort()
  if (live.size === 0) return null
  const parts: readonly HousePart[] = [...live].flatMap(([of, one]) => (of === part ? [] : [one]))
  const general = live.get(null)?.exposures ?? new Map()
  return { parts, interest: part === null ? null : { general, parts: live.size - 1 } }
}

/** The wallets with what they hold and what lives in them. */
const accountsFrom = (
  book: LockedAccounts,
  keys: readonly MarginAccountKey[],
  live: readonly OrderRow[],
): Map<number, WalletState> => {
  const orders = new Map(keys.map((key) => [accountKeyOf(key), new Map<number, LiveOrder>()]))
  for (const row of live) orders.get(accountKeyOf(row))?.set(row.id, liveOrderOf(row))
  return new Map(
    keys.map(({ uid, wallet }) => {
      const { free, margin, hold } = marginAccountLedger(uid, wallet)
      const key = accountKeyOf({ uid, wallet })
      const account = {
        uid,
        wallet,
        free: balanceIn(book, free),
        margin: balanceIn(book, margin),
        hold: balanceIn(book, hold),
        orders: orders.get(key) ?? new Map(),
      }
      return [key, account]
    }),
  )
}

/** What both wallets of each customer share. */
const ownersFrom = (
  book: LockedAccounts,
  uids: readonly number[],
  committed: ReadonlyMap<number, ReadonlyMap<number, bigint>>,
): Map<number, AccountOwner> =>
  new Map(
    uids.map((uid) => {
      const bonus = balanceIn(book, marginAccountLedger(uid, 'contract').bonus)
      return [uid, { bonus, committed: committed.get(uid) ?? new Map() }]
    }),
  )
