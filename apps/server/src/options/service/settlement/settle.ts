import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tick } from '@glasshouse/core/markets/evidence'
import {
  isDecidedBeforeEntry,
  type OptionResult,
  settleAtPrice,
  voidResult,
} from '@glasshouse/core/options/rules'
import { post } from '../../../ledger/posting/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { type DomainEvent, groupPushEvents, publishEvents } from '../../../platform/events/index.ts'
import { transactBatch } from '../../../platform/transactions/index.ts'
import { walletChanged } from '../../../wallets/index.ts'
import { optionSettledEvent } from '../../events.ts'
import { optionSettledPosting } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { insertEvents, type NewEvent } from '../../store/events.ts'
import { lockOpenOptions, updateSettled } from '../../store/orders.ts'
import type { OptionDeps } from '../terms.ts'
import { viewOrder } from '../view.ts'
import type { Exit, LeaderJudgement } from './resolve.ts'

/** What is made of so many options is made without a pause. */
const madeTogether = 64

/** One option and what decides it. */
export type ResolvedOption = { readonly id: number; readonly exit: Exit }

type SettledOption = { readonly order: OrderRow; readonly result: OptionResult; readonly exit: Exit }

/** What a transaction that settles has to prove. */
export type SettlementProofs = {
  /** This process settles for the customers of all of them. */
  readonly holds?: (tx: Tx) => Promise<boolean>
  /** The leader that judged them still leads. */
  readonly by?: LeaderJudgement
}

/**
 * Settles options in one transaction with a fixed number of statements, whatever their number. Each has its own
 * outcome, and each happens once: the first transaction that locks the rows finds them open, later ones do not.
 * What does not need the ledger goes before it, so that house accounts are locked for the shortest time. Returns false,
 * and settles nothing, when another process settles for a customer among them.
 */
export const settleBatch = (
  { clock, database, markets }: Pick<OptionDeps, 'clock' | 'database' | 'markets'>,
  decided: readonly ResolvedOption[],
  { holds, by }: SettlementProofs = {},
): Promise<boolean> =>
  transactBatch(database, async (tx) => {
    if (holds !== undefined && !(await holds(tx))) return false
    const ids = decided.map(({ id }) => id)
    const open = new Map((await lockOpenOptions(tx, ids)).map((order) => [order.id, order]))
    // Another process may have a clock that is ahead of this one.
    const now = Math.max(clock.now(), by?.atMs ?? 0)
    // In the given order, so that the size of a batch changes nothing.
    const ended = decided.flatMap(({ id, exit }) => {
      const order = open.get(id)
      return order === undefined ? [] : [endedBy(order, exit, now)]
    })
    if (ended.length === 0) return true
    // Calls are answered between the parts of what is made of many.
    const pause = ended.length > madeTogether ? () => nextTurn() : undefined
    await pause?.()
    const orders = ended.map(({ order }) => order)
    const postings = ended.map(({ order, result }) => optionSettledPosting(order, result.outcome))
    const pushes = groupPushEvents(factsOf(markets, ended))
    await pause?.()
    const [, , , posted] = await Promise.all([
      updateSettled(tx, orders),
      Promise.all([by?.assertLed(tx), markets.keep(tx, ...ticksOf(ended))]),
      publishEvents(tx, pushes, now),
      post(tx, clock.business(), postings),
    ])
    await pause?.()
    await insertEvents(tx, eventsOf(ended, posted, now))
    return true
  })

const endedBy = (order: OrderRow, exit: Exit, now: number): SettledOption => {
  const exitTick = exit.silence === null ? exit.tick : null
  const isEarlier =
    exitTick !== null && isDecidedBeforeEntry({ settledAt: exitTick.n, acceptedAt: order.entry_n })
  const price = exitTick !== null && !isEarlier ? exitTick.price : null
  const terms = {
    style: order.option_type,
    stake: order.stake,
    win: order.win,
    entry: order.entry_price,
  }
  const result = isEarlier ? voidResult(terms.stake, 'noTradeAfterEntry') : settleAtPrice(terms, price)
  const { outcome, payout } = result
  return {
    order: { ...order, state: 'settled', outcome, payout, exit_price: price, settled_ms: now },
    result,
    exit,
  }
}

const ticksOf = (ended: readonly SettledOption[]): ReadonlySet<Tick> =>
  new Set(ended.flatMap(({ exit }) => (exit.tick === null ? [] : [exit.tick])))

/** What the receipts tell, each with the transaction that paid. */
const eventsOf = (
  ended: readonly SettledOption[],
  posted: Awaited<ReturnType<typeof post>>,
  now: number,
): readonly NewEvent[] =>
  ended.map(({ order, result, exit }, place) => {
    const transaction = posted[place]
    // The stake is held and the win is in escrow since the acceptance; nothing can be short.
    if (transaction === undefined || !transaction.ok)
      throw new Error(`option ${order.id} could not be settled`)
    return {
      order_id: order.id,
      kind: 'settled',
      at_ms: now,
      rule: result.rule,
      transaction_id: transaction.id,
      tick: exit.tick,
      silent_from_ms: exit.silence?.fromMs ?? null,
      silent_to_ms: exit.silence?.toMs ?? null,
    }
  })

/** Each option tells how it ended; a wallet into which something came is told once. */
const factsOf = (markets: OptionDeps['markets'], ended: readonly SettledOption[]): readonly DomainEvent[] => {
  const paid = new Set(ended.flatMap(({ order, result }) => (result.payout > 0n ? [order.uid] : [])))
  return [
    ...ended.map(({ order }) => optionSettledEvent(order.uid, viewOrder(markets, order))),
    ...[...paid].map((uid) => walletChanged(uid)),
  ]
}
