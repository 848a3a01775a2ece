import type { Price, Usdt } from '@glasshouse/core/money/units'
import { type OptionResult, settledAt, styleOf } from '@glasshouse/core/options/rules'
import { post } from '../../../ledger/index.ts'
import { announce, type Fact, type Tx, transact } from '../../../platform/index.ts'
import { walletChanged } from '../../../wallets/index.ts'
import { optionSettledFact } from '../../events.ts'
import { optionSettled } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { insertEvents } from '../../store/events.ts'
import { lockOpen, writeSettled } from '../../store/orders.ts'
import type { OptionDeps } from '../terms.ts'
import { viewOrder } from '../view.ts'
import type { Exit } from './judge.ts'

/** One option and what decides it. */
export type Decided = { readonly id: number; readonly exit: Exit }

type Ended = { readonly order: OrderRow; readonly result: OptionResult; readonly exit: Exit }

/**
 * Settles options in one transaction with a fixed number of statements, whatever their number. Each has its own
 * outcome, and each happens once: whoever locks the rows first finds them open, everybody after that does not.
 */
export const settleBatch = (
  { clock, database, markets }: Pick<OptionDeps, 'clock' | 'database' | 'markets'>,
  decided: readonly Decided[],
): Promise<void> =>
  transact(database.db, async (tx) => {
    const exits = new Map(decided.map(({ id, exit }) => [id, exit]))
    const now = clock.now()
    const ended = (await lockOpen(tx, [...exits.keys()])).map((order) =>
      endedBy(order, exits.get(order.id), now),
    )
    if (ended.length === 0) return
    await write(tx, ended, clock.business())
    await markets.keep(tx, ...new Set(ended.flatMap(({ exit }) => (exit.tick === null ? [] : [exit.tick]))))
    await announce(tx, factsOf(markets, ended), now)
  })

const endedBy = (order: OrderRow, exit: Exit | undefined, now: number): Ended => {
  if (exit === undefined) throw new Error(`nothing decides option ${order.id}`)
  const price = exit.silence === null && exit.tick !== null ? exit.tick.price : null
  const result = settledAt(
    {
      style: styleOf(order.style),
      stake: order.stake as Usdt,
      win: order.win as Usdt,
      entry: order.entry_price as Price,
    },
    price,
  )
  const { outcome, payout } = result
  return {
    order: { ...order, status: 1, outcome, payout, exit_price: price, settled_ms: now },
    result,
    exit,
  }
}

const write = async (tx: Tx, ended: readonly Ended[], atMs: number): Promise<void> => {
  const posted = await post(
    tx,
    atMs,
    ended.map(({ order, result }) => optionSettled(order, result.outcome)),
  )
  await writeSettled(
    tx,
    ended.map(({ order }) => order),
  )
  await insertEvents(
    tx,
    ended.map(({ order, result, exit }, place) => {
      const transaction = posted[place]
      // The stake is held and the win is in escrow since the acceptance; nothing can be short.
      if (transaction === undefined || !transaction.ok)
        throw new Error(`option ${order.id} could not be settled`)
      return {
        order_id: order.id,
        kind: 'settled' as const,
        at_ms: order.settled_ms ?? atMs,
        rule: result.rule,
        transaction_id: transaction.id,
        tick: exit.tick,
        silent_from_ms: exit.silence?.fromMs ?? null,
        silent_to_ms: exit.silence?.toMs ?? null,
      }
    }),
  )
}

/** Each option tells how it ended; a wallet into which something came is told once. */
const factsOf = (markets: OptionDeps['markets'], ended: readonly Ended[]): readonly Fact[] => {
  const paid = new Set(ended.flatMap(({ order, result }) => (result.payout > 0n ? [order.uid] : [])))
  return [
    ...ended.map(({ order }) => optionSettledFact(order.uid, viewOrder(markets, order))),
    ...[...paid].map((uid) => walletChanged(uid)),
  ]
}
