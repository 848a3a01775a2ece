import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FiredTrigger as DecidedTrigger, decideTrigger } from '@glasshouse/core/contracts/decide/trigger'
import type { MarketSnapshot } from '@glasshouse/core/contracts/marketSnapshot'
import type { CancelReason } from '@glasshouse/core/contracts/order'
import { DomainError } from '@glasshouse/core/errors/registry'
import { postNotices } from '../../../customers/notices/index.ts'
import { assertCanTrade } from '../../../eligibility/index.ts'
import { inSlices } from '../../../platform/concurrency/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { transactBatch } from '../../../platform/transactions/index.ts'
import { inHousePart, type PartInUse } from '../../../tradingReserve/index.ts'
import type { OrderRow } from '../../schema.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import type { HeldPartitions } from '../../store/partitions.ts'
import { accountKeyOf, type Batch, stateOf, type WalletState } from '../batch/batch.ts'
import { lockBatch } from '../batch/lock.ts'
import { persistBatch, recordEvents } from '../batch/record.ts'
import { followLeads, readCopyRules } from '../copy/followLeads.ts'
import type { ContractDeps } from '../deps.ts'
import { productOf } from '../markets.ts'
import { readSizeLimits } from '../size.ts'
import { assertLeaseHeld } from './lease.ts'
import type { PartitionMap } from './partitionMap.ts'
import type { EvaluatedAt } from './tickBuffer.ts'

/** Something a tick fired, with the markets as they were at that tick. */
export type FiredTrigger = MarginAccountKey & DecidedTrigger & { readonly at: MarketSnapshot }

/** So many are decided without a pause, in which calls are answered. */
const decidedTogether = 32

/** What a batch left behind: its wallets as they are now, and what has to wait for another tick. */
export type BatchOutcome = {
  readonly wallets: readonly WalletState[]
  readonly waiting: readonly FiredTrigger[]
  /** Orders it opened, and those it closed a part of by a closing order, with the ticks it did so by. */
  readonly judged: EvaluatedAt
  /** Pools that followed their lead, by account key, with the key of the lead's wallet. */
  readonly followed: ReadonlyMap<number, number>
}

/**
 * Settles everything that fired in one transaction: locks in the global order, decides one after the
 * other in memory, writes once. Each has its own outcome; each happens once, because the rows say what is
 * still open and the wallets are locked while they are read. Throws `LeaseLost` when another engine took over.
 */
export const executeBatch = (
  deps: ExecuteDeps,
  held: HeldPartitions,
  dues: readonly FiredTrigger[],
): Promise<BatchOutcome> => inHousePart(deps, deps.housePart, (part) => executeIn(deps, held, dues, part))

type ExecuteDeps = Pick<ContractDeps, 'settings' | 'clock' | 'database' | 'markets'> & {
  readonly partitions: PartitionMap
  readonly housePart?: PartInUse
}

const executeIn = (
  deps: ExecuteDeps,
  held: HeldPartitions,
  dues: readonly FiredTrigger[],
  part: number | null,
): Promise<BatchOutcome> =>
  transactBatch(deps.database, async (tx) => {
    const keys = new Map<number, MarginAccountKey>(dues.map((due) => [accountKeyOf(due), due]))
    await assertLeaseHeld(
      tx,
      held,
      deps.partitions,
      dues.map(({ uid }) => uid),
    )
    const limits = dues.some(({ kind }) => kind === 'limit') ? await readSizeLimits(tx) : undefined
    const { batch } = await lockBatch(tx, [...keys.values()], deps.clock.now(), {
      // A part that closes is an order of its own.
      orders: dues.filter(({ kind }) => kind === 'closing').length,
      postings: dues.length,
      ...(limits === undefined ? {} : { limits }),
      leads: leadsOf(dues),
      copyRules: () => readCopyRules(tx),
      ask: async () => undefined,
      forbid: (orders) => findBlockedFills(deps, tx, dues, orders),
      part,
    })
    const followed = new Map<number, number>()
    const waiting: FiredTrigger[] = []
    const pause = dues.length > decidedTogether ? () => nextTurn() : undefined
    await pause?.()
    await inSlices(dues, decidedTogether, (due) => {
      if (executeTrigger(batch, due)) waiting.push(due)
      for (const { account, leadUid } of followLeads(deps, batch, due.at))
        followed.set(
          accountKeyOf({ uid: account, wallet: 'contract' }),
          accountKeyOf({ uid: leadUid, wallet: 'contract2' }),
        )
    })
    await persistBatch(tx, deps.markets, batch, { atMs: deps.clock.business(), isLed: true, pause })
    await notifyExpired(deps, tx, batch)
    const judged = new Map<number, number>()
    for (const { kind, rule, order_id, tick } of batch.events) {
      // The next closing order was not armed while this one was being filled.
      const isArmedNext = kind === 'opened' || (kind === 'closedPart' && rule.startsWith('closingOrder'))
      if (isArmedNext && tick !== null) judged.set(order_id, tick.n)
    }
    return { wallets: [...batch.wallets.values()], waiting, judged, followed }
  })

/** Tells the customers of all orders that expired in a batch, in one statement. */
const notifyExpired = (
  { clock, markets }: Pick<ContractDeps, 'clock' | 'markets'>,
  tx: Tx,
  { changed, events }: Batch,
): Promise<void> => {
  const expired = events.flatMap(({ order_id, rule }) =>
    rule === 'revokedExpired' ? (changed.get(order_id) ?? []) : [],
  )
  return postNotices(
    tx,
    clock,
    expired.map(({ id, uid, pid, expires_ms }) => ({
      ...{ uid, kind: 'orderExpired', key: String(id) },
      params: { id, symbol: productOf(markets, pid).symbol, at: expires_ms ?? 0 },
    })),
  )
}

/** Decides one trigger on its wallet as it is now in the batch; true when it has to wait for another tick. */
export const executeTrigger = (batch: Batch, due: FiredTrigger): boolean => {
  const rules = {
    blocked: batch.forbidden.get(due.orderId) ?? null,
    limits: batch.limits,
  }
  const { events, waits } = decideTrigger(stateOf(batch, due), due, rules, { at: due.at, nowMs: batch.now })
  recordEvents(batch, due, events)
  return waits
}

/** Who may be a lead, with how many orders a pool of each may get: one for each fill, and for each part that closes. */
const leadsOf = (dues: readonly FiredTrigger[]): ReadonlyMap<number, number> => {
  const leads = new Map<number, number>()
  for (const { uid, wallet, kind } of dues)
    if (wallet === 'contract2')
      leads.set(uid, (leads.get(uid) ?? 0) + (kind === 'limit' || kind === 'closing' ? 1 : 0))
  return leads
}

/**
 * Which of the orders whose price came may not be opened any more, and why. Opening one is new risk on the day
 * it opens, not on the day it was placed: a pause or a limit that the customer set meanwhile blocks it,
 * and so does a rule of the country. TP/SL and liquidations are never blocked; they reduce risk.
 */
export const findBlockedFills = async (
  deps: Pick<ContractDeps, 'settings' | 'clock' | 'database'>,
  tx: Tx,
  dues: readonly FiredTrigger[],
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<number, CancelReason>> => {
  const fired = new Set(dues.filter(({ kind }) => kind === 'limit').map(({ orderId }) => orderId))
  const asked = orders.filter(({ id, state }) => fired.has(id) && state === 'resting')
  const question = ({ uid, leverage }: OrderRow): string => `${uid} ${leverage}`
  /** One question for all orders of a customer with the same leverage. */
  const questions = new Map(asked.map((order) => [question(order), order]))
  // In parallel, so that they share their statements. Awaited together: a rejection of any of them is handled.
  const rules = new Map(
    await Promise.all(
      [...questions].map(
        async ([name, { uid, leverage }]) => [name, await fillBlockReason(deps, tx, uid, leverage)] as const,
      ),
    ),
  )
  const forbidden = new Map<number, CancelReason>()
  for (const order of asked) {
    const rule = rules.get(question(order)) ?? null
    if (rule !== null) forbidden.set(order.id, rule)
  }
  return forbidden
}

const fillBlockReason = async (
  deps: Pick<ContractDeps, 'settings' | 'clock' | 'database'>,
  tx: Tx,
  uid: number,
  leverage: number,
): Promise<CancelReason | null> => {
  try {
    await assertCanTrade(deps, tx, uid, { product: 'contract', leverage })
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'ledgerSuspended') return 'revokedSuspended'
    return error.code === 'selfLimitReached' ? 'revokedOwnLimit' : 'revokedNotAllowed'
  }
}
