import { genesisHash, type Tick } from '@glasshouse/core/markets/evidence'
import type { Interval } from '@glasshouse/core/markets/intervals'
import type { Product } from '@glasshouse/core/markets/product'
import { type WriterRecord, writerHash } from '@glasshouse/core/markets/writers'
import type { Db, Tx } from '../../platform/database/index.ts'
import { randomToken, sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { findNewestWriterRecord, insertWriterRecord } from '../store/writers.ts'
import {
  findNewestTick,
  findReservedSequence,
  insertTicks,
  purgeTicks,
  releaseSequence,
  reserveSequence,
  type StoredCandle,
  type TickLogRow,
  upsertCandles,
} from '../store.ts'
import type { Decisions } from './decisions.ts'
import type { ChainPlace } from './follow/chainFollower.ts'
import type { SequenceAllocator } from './market.ts'

/** Ticks that a day file holds are pruned this long before the newest of their market. */
export const tickRetentionMs = 6 * 3_600_000

/** How long ticks may wait to be written together. */
export type Cadence = {
  /** Usually; everything that waits is written at once. */
  readonly batchMs: number
  /** Where a decision is near: half of the 50 ms within which they are stored, the other half is for the write. */
  readonly promptMs: number
}
export const usualCadence: Cadence = { batchMs: 250, promptMs: 25 }

const batchSize = 2000
/** Ticks that may wait for a database that does not answer; the oldest beyond it leave a hole. */
const pendingLimit = 50_000
/** Sequence numbers reserved ahead, so that a crash never makes a number be used twice. */
const numberBlock = 100_000
/** A market whose numbers are nearly used up pauses until more are reserved. */
const numberFloor = 1000
const pruneStep = 5000

/** One market's log: numbers, and its newest record, written or about to be. */
type Chain = {
  readonly pid: number
  readonly symbol: string
  used: number
  reserved: number
  head: { n: number; hash: string }
}

/** The newest record of a market's log. */
export type ChainHead = ChainPlace & { readonly symbol: string }

/** Writes what the markets produce, in batches and never on the hot path; keeps what could not be written. */
export type Recorder = {
  /** Opens a market's chain with a record of this writer: the newest stored tick, the hash to go on from, unused numbers. */
  readonly openChain: (
    product: Product,
  ) => Promise<{ newest: Tick | null; previousHash: string; numbers: SequenceAllocator }>
  readonly tick: (logged: TickLogRow) => void
  readonly candle: (stored: StoredCandle) => void
  /** The newest record of an opened chain, stored or about to be. */
  readonly head: (pid: number) => ChainPlace
  /** Ticks of a market that are not in the database yet, ascending. */
  readonly pendingTicks: (pid: number) => readonly Tick[]
  readonly pendingCandles: (pid: number, interval: Interval) => readonly StoredCandle['candle'][]
  /** Ticks that were given up because the database was away for too long. */
  readonly lost: () => number
  /** Writes everything that waits; throws when the database does not take it. */
  readonly flush: () => Promise<void>
  /** The newest record of every log, once it and everything before it is stored. */
  readonly heads: () => Promise<readonly ChainHead[]>
  readonly prune: (pids: readonly number[]) => Promise<void>
  readonly close: () => Promise<void>
}

const candleKey = ({ pid, interval, candle }: StoredCandle): string => `${pid}:${interval}:${candle.openMs}`

/**
 * Creates a recorder. Ticks of a market wait for the next batch, unless a registered decision is near: then they
 * are stored within 50 ms, so that a killed process loses none that decides.
 */
export const createRecorder = (
  { database, clock, log, assertLeading }: Platform,
  decisions: Pick<Decisions, 'isNear'>,
  cadence: Cadence = usualCadence,
): Recorder => {
  const { db } = database
  let ticks: TickLogRow[] = []
  const candles = new Map<string, StoredCandle>()
  const chains = new Map<number, Chain>()
  let lost = 0
  let writing: Promise<void> | null = null
  let failures = 0
  let isPromptPlanned = false
  let closed = false
  const writer = randomToken().slice(0, 16)

  /** Writes what belongs to the chains: not as a leader that was replaced, whose successor has gone on with them. */
  const writeChained = async (write: (on: Db | Tx) => Promise<void>): Promise<void> => {
    if (assertLeading === undefined) return write(db)
    await transact(db, async (tx) => {
      await assertLeading(tx)
      await write(tx)
    })
  }

  /** Writes a record of this process behind the newest one of a log. */
  const writeRecord = async (chain: Chain, event: WriterRecord['event']): Promise<void> => {
    const { pid, symbol, used } = chain
    const unhashed = { symbol, n: used + 1, event, writer, time: clock.now(), previousHash: chain.head.hash }
    const record = { ...unhashed, hash: writerHash(unhashed, sha256) }
    await writeChained((on) => insertWriterRecord(on, pid, record))
    chain.used = record.n
    chain.head = { n: record.n, hash: record.hash }
  }

  const extendReservations = async (): Promise<void> => {
    for (const chain of chains.values()) {
      if (chain.reserved - chain.used > numberBlock / 2) continue
      const upTo = chain.used + numberBlock
      await writeChained((on) => reserveSequence(on, chain.pid, upTo))
      chain.reserved = upTo
    }
  }

  const writeTickBatch = async (): Promise<void> => {
    const batch = ticks.slice(0, batchSize)
    await writeChained((on) => insertTicks(on, 'markets_tick', batch))
    const written = new Set(batch)
    ticks = ticks.filter((logged) => !written.has(logged))
  }
  const writeCandleBatch = async (): Promise<void> => {
    const changed = [...candles.values()].slice(0, batchSize)
    await upsertCandles(db, changed)
    for (const stored of changed)
      if (candles.get(candleKey(stored)) === stored) candles.delete(candleKey(stored))
  }
  /** Writes the batches that are pending now; later ones are left, so that this ends while messages arrive. */
  const inBatches = async (waiting: number, write: () => Promise<void>): Promise<void> => {
    for (let left = Math.ceil(waiting / batchSize); left > 0; left -= 1) await write()
  }
  const writeAllTicks = (): Promise<void> => inBatches(ticks.length, writeTickBatch)

  /** One write at a time, so that no tick is sent twice; a write that begins later has everything heard before. */
  const exclusively = async (write: () => Promise<void>): Promise<void> => {
    while (writing !== null) await writing.catch(() => undefined)
    writing = write().finally(() => {
      writing = null
    })
    await writing
  }
  const flush = (): Promise<void> =>
    exclusively(async () => {
      await extendReservations()
      await writeAllTicks()
      await inBatches(candles.size, writeCandleBatch)
    })
  const failed = (error: unknown): void => {
    failures += 1
    log.error({ err: error, pending: ticks.length }, 'tick log write failed, buffering')
  }

  /** Candles wait for their batch: they can be built again, a tick that is lost cannot. */
  const writePromptly = (): void => {
    // While the database fails, only the batches try it, further and further apart.
    if (isPromptPlanned || failures > 0 || closed) return
    isPromptPlanned = true
    promptTimer = setTimeout(() => {
      exclusively(() => {
        isPromptPlanned = false
        return writeAllTicks()
      }).catch(failed)
    }, cadence.promptMs)
  }

  const schedule = (): void => {
    if (closed) return
    const waitMs = cadence.batchMs * Math.min(2 ** failures, 16)
    timer = setTimeout(async () => {
      try {
        await flush()
        if (failures > 0) log.info({ pending: ticks.length }, 'the tick log is written again')
        failures = 0
      } catch (error) {
        failed(error)
      }
      schedule()
    }, waitMs)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let promptTimer: ReturnType<typeof setTimeout> | undefined
  schedule()

  return {
    openChain: async (product) => {
      const { pid, symbol } = product
      const newest = await findNewestTick(db, product)
      const written = await findNewestWriterRecord(db, product)
      const head = [newest, written].reduce<ChainHead>(
        (last, one) => (one !== null && one.n > last.n ? { symbol, n: one.n, hash: one.hash } : last),
        { symbol, n: 0, hash: genesisHash },
      )
      const used = Math.max(head.n, await findReservedSequence(db, pid))
      const chain: Chain = { pid, symbol, used, reserved: used + numberBlock, head }
      await reserveSequence(db, pid, chain.reserved)
      const isClean = head.n === 0 || (written?.n === head.n && written.event === 'stop')
      await writeRecord(chain, isClean ? 'start' : 'takeover')
      chains.set(pid, chain)
      const numbers: SequenceAllocator = {
        available: () => chain.reserved - chain.used > numberFloor,
        next: () => {
          chain.used += 1
          if (chain.used > chain.reserved) throw new RangeError(`no sequence number left for ${symbol}`)
          return chain.used
        },
      }
      return { newest, previousHash: chain.head.hash, numbers }
    },
    tick: (logged) => {
      ticks.push(logged)
      const chain = chains.get(logged.pid)
      if (chain !== undefined) chain.head = { n: logged.tick.n, hash: logged.tick.hash }
      if (ticks.length > pendingLimit) {
        // Given up in blocks, because shifting one by one would cost more with every tick.
        lost += batchSize
        ticks = ticks.slice(batchSize)
      }
      if (decisions.isNear(logged.pid, logged.tick.receivedTimeMs)) writePromptly()
    },
    head: (pid) => {
      const chain = chains.get(pid)
      if (chain === undefined) throw new RangeError(`no chain of market ${pid} is open`)
      return chain.head
    },
    candle: (stored) => {
      candles.set(candleKey(stored), stored)
    },
    pendingTicks: (pid) => ticks.filter((logged) => logged.pid === pid).map(({ tick }) => tick),
    pendingCandles: (pid, interval) =>
      [...candles.values()]
        .filter((stored) => stored.pid === pid && stored.interval === interval)
        .map(({ candle }) => candle),
    lost: () => lost,
    flush,
    heads: async () => {
      const heads = [...chains.values()].map(({ symbol, head }) => ({ symbol, ...head }))
      await flush()
      return heads
    },
    prune: async (pids) => {
      for (const pid of pids)
        while ((await purgeTicks(db, pid, tickRetentionMs, pruneStep)) === pruneStep && !closed);
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      clearTimeout(promptTimer)
      await flush()
      for (const chain of chains.values()) {
        await writeRecord(chain, 'stop')
        await writeChained((on) => releaseSequence(on, chain.pid, chain.used))
      }
    },
  }
}
