import { genesisHash, type Tick, tickHash } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { price, quantity, type Usdt } from '@glasshouse/core/money/units'
import { createOwnMessages, type Messages } from '../../../platform/events/index.ts'
import { sha256 } from '../../../platform/secrets/index.ts'
import { createEmitter } from '../fanout.ts'
import type { TickSource } from './serveTicks.ts'

const productOf = (pid: number, symbol: string): Product => ({
  ...{ pid, symbol, title: symbol, icon: 'btc', kind: 'crypto', scale: 2, isOnSale: true },
  ...{ lot: quantity('0.001'), minLots: 1, stepLots: 1, feeRatePpm: 500, leverages: [2] },
  ...{ expiryMinutes: ['1'], payoutPercents: [70] },
})

/** How a tick is told apart from a usual one. */
type TickChange = { readonly late?: true; readonly fetched?: true }

/** Markets of a leader as a test sets them: 1 BTCUSDT and 2 ETHUSDT. */
export type TestSource = TickSource & {
  readonly products: () => readonly Product[]
  /** The next tick of a market, with its bid; published at once. */
  readonly move: (symbol: string, bid: string, change?: TickChange) => Tick
  /** Numbers of a leader of a later term go on behind those that were reserved. */
  readonly jump: (symbol: string, to: number) => void
  /** Every tick of a market, in order. */
  readonly log: (symbol: string) => readonly Tick[]
  readonly setStale: (symbol: string, isStale: boolean) => void
  readonly setDepth: (symbol: string, depth: Usdt) => void
  /** Products and terms changed. */
  readonly change: () => void
  /** Ticks that are in the log from now on. */
  readonly store: () => void
}

/** Makes markets without a tick. */
export const testSource = (): TestSource => {
  const products = [productOf(1, 'BTCUSDT'), productOf(2, 'ETHUSDT')]
  const chained = createEmitter<[number, Tick]>((error) => {
    throw error
  })
  const logs = new Map<string, Tick[]>(products.map(({ symbol }) => [symbol, []]))
  const used = new Map<string, number>()
  const stale = new Set<string>()
  const depths = new Map<string, Usdt>()
  let version = 0
  let stored = 0
  const logOf = (symbol: string): Tick[] => logs.get(symbol) ?? []
  const symbolOf = (pid: number): string => products.find((one) => one.pid === pid)?.symbol ?? ''
  const headOf = (symbol: string) => {
    const newest = logOf(symbol).at(-1)
    return { n: newest?.n ?? 0, hash: newest?.hash ?? genesisHash }
  }
  const inForce = (symbol: string): Tick | undefined =>
    logOf(symbol).findLast(({ late, fetched }) => late !== true && fetched !== true)
  return {
    products: () => products,
    move: (symbol, bid, change = {}) => {
      const { n: before, hash: previousHash } = headOf(symbol)
      const n = Math.max(before, used.get(symbol) ?? 0) + 1
      const unhashed = {
        ...{ symbol, n, kind: 'book' as const, source: 'test', sourceSequence: String(n) },
        ...{ sourceTimeMs: n, recordedTimeMs: null, receivedTimeMs: n },
        ...{ price: price(bid), quantity: quantity('0'), side: 'none' as const },
        ...{ bid: price(bid), ask: price(bid), ...change },
      }
      const tick = { ...unhashed, previousHash, hash: tickHash(previousHash, unhashed, sha256) }
      logOf(symbol).push(tick)
      chained.emit(products.find((one) => one.symbol === symbol)?.pid ?? 0, tick)
      return tick
    },
    jump: (symbol, to) => void used.set(symbol, to),
    log: logOf,
    setStale: (symbol, isStale) => void (isStale ? stale.add(symbol) : stale.delete(symbol)),
    setDepth: (symbol, depth) => void depths.set(symbol, depth),
    change: () => {
      version += 1
    },
    store: () => {
      stored = Math.max(...products.map(({ symbol }) => headOf(symbol).n))
    },
    inForce: (symbol) => {
      const tick = inForce(symbol)
      const isStale = stale.has(symbol)
      return tick === undefined ? null : { tick, stale: isStale, lastStale: isStale }
    },
    depth: (symbol) => depths.get(symbol) ?? null,
    onChained: chained.add,
    chainHead: (pid) => headOf(symbolOf(pid)),
    pendingTicks: (pid) => logOf(symbolOf(pid)).filter(({ n }) => n > stored),
    catalogVersion: () => version,
  }
}

/** What happens to the next tick that is published: it is lost, comes twice, or comes later. */
export type Fate = 'passes' | 'lost' | 'doubled' | 'late'

/** Messages of one process that a test disturbs. */
export type DisturbedMessages = Messages & {
  /** What happens to the ticks that are published from now on, one after the other; then they pass. */
  readonly disturb: (...fates: readonly Fate[]) => void
  /** Ticks that are late come now, in an order of the test. */
  readonly deliver: (order?: (late: readonly (() => void)[]) => readonly (() => void)[]) => void
  /** Nothing passes, questions included, until it heals. */
  readonly cut: () => void
  readonly heal: () => void
  /** Errors of listeners. */
  readonly failures: unknown[]
}

/** Makes messages that pass. */
export const disturbedMessages = (): DisturbedMessages => {
  const failures: unknown[] = []
  const own = createOwnMessages((error) => failures.push(error))
  let fates: Fate[] = []
  let late: (() => void)[] = []
  let isCut = false
  return {
    ...own,
    publish: (subject, body) => {
      if (isCut) return
      const fate = subject === 'ticks' ? (fates.shift() ?? 'passes') : 'passes'
      const pass = (): void => own.publish(subject, body)
      if (fate === 'late') late.push(pass)
      if (fate === 'passes' || fate === 'doubled') pass()
      if (fate === 'doubled') pass()
    },
    // An answer of a cut way never comes; without a timer it is given up at once.
    request: async (address, body, timeoutMs) => {
      if (isCut) throw new Error('cut')
      const answer = await own.request(address, body, timeoutMs)
      if (isCut) throw new Error('cut')
      return answer
    },
    disturb: (...given) => {
      fates = [...given]
    },
    deliver: (order = (all) => all) => {
      const now = order(late)
      late = []
      for (const pass of now) pass()
    },
    cut: () => {
      isCut = true
    },
    heal: () => {
      isCut = false
    },
    failures,
  }
}
