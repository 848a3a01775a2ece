import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { price, usdt } from '@glasshouse/core/money/units'
import { type PlaceOptionCommand, placeOptionToWire } from '@glasshouse/core/options/codec'
import { sql } from 'kysely'
import type { Member } from './cluster.ts'
import type { TestDatabase } from './database.ts'
import { waitUntil } from './manualFeed.ts'
import type { Fields } from './testServer.ts'
import { insistOn, type Trader } from './traders.ts'

/** Seven of 30 s are open at a time, of ten that a customer may have. */
const betweenMs = 4500
const seconds = 30
const refusedCodes = { tooManyOrders: 2005, priceChanged: 2007 } as const

export type OptionTrading = {
  /** How many options were acknowledged to each trader. */
  readonly bought: ReadonlyMap<number, number>
  /** Waits until each trader had one acknowledged that was sent after now. */
  readonly allGoOn: (withinMs?: number) => Promise<void>
  readonly end: () => Promise<void>
}

const example: PlaceOptionCommand = {
  ...{ pid: 1, seconds, stake: usdt('10'), seenPrice: price('1'), type: 'call', termsId: undefined },
}
/** Calls and puts in turn. */
const orderOf = (turn: number): Fields => {
  const { terms: _, ...fields } = placeOptionToWire({ ...example, type: turn % 2 === 0 ? 'call' : 'put' })
  return fields
}

/**
 * Each trader buys options of 30 seconds, over and over, calls and puts in turn; each order with a key that is repeated, at each
 * process in turn, until it is known whether it was executed.
 *
 * @param webs the processes that receive calls now
 */
export const startOptionTrading = (
  webs: () => readonly Member[],
  traders: readonly Trader[],
): OptionTrading => {
  const bought = new Map<number, number>(traders.map(({ uid }) => [uid, 0]))
  let answered = new Set<number>()
  const over = new AbortController()
  const name = randomUUID()
  const wait = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal: over.signal }).then(
      () => undefined,
      () => undefined,
    )
  const trade = async (trader: Trader, place: number): Promise<void> => {
    await wait((betweenMs * place) / traders.length)
    let buyprice = '1'
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const { answer, sent } = await insistOn(
        webs,
        trader,
        {
          ...{ path: '/api/option/placeOrder', fields: { ...orderOf(turn), buyprice } },
          ...{ key: `${name}-${turn}`, first: place + turn, refusals: Object.values(refusedCodes) },
        },
        () => answered,
      )
      if (answer.retCode === refusedCodes.tooManyOrders) await wait(1000)
      else if (answer.retCode === refusedCodes.priceChanged) {
        // Without a price the market is silent for a moment.
        const { price } = (answer.data ?? {}) as { readonly price?: string }
        if (price === undefined) await wait(200)
        buyprice = price ?? buyprice
      } else {
        bought.set(trader.uid, (bought.get(trader.uid) ?? 0) + 1)
        sent.add(trader.uid)
        await wait(betweenMs)
      }
    }
  }
  const all = Promise.all(traders.map(trade))
  let failed: unknown = null
  all.catch((error: unknown) => {
    failed = error
  })
  return {
    bought,
    allGoOn: (withinMs = 120_000) => {
      const since = new Set<number>()
      answered = since
      return waitUntil(() => {
        if (failed !== null) throw failed
        return since.size === traders.length
      }, withinMs)
    },
    end: async () => {
      over.abort()
      await all
    },
  }
}

/** How many options traders have in the books. */
export const countBought = async (
  { db }: TestDatabase,
  traders: readonly Trader[],
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ readonly uid: number; readonly options: number }>`
    select uid, count(*)::int as options from options_order
    where uid in (${sql.join(traders.map(({ uid }) => uid))}) group by uid`.execute(db)
  return new Map(rows.map(({ uid, options }) => [uid, options]))
}
