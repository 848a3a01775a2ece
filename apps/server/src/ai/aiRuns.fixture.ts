import type { PlaceRunCommand } from '@glasshouse/core/ai/codec'
import type { SignalValues } from '@glasshouse/core/ai/momentum'
import { activation } from '@glasshouse/core/ai/rules'
import type { Candle } from '@glasshouse/core/markets/candles'
import type { PublicMessage, Topic } from '@glasshouse/core/markets/topics'
import { type Price, price, type Quantity, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { newCustomer } from '@glasshouse/testkit/customers'
import { testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { setActivation } from '../customers/records/index.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { createLog } from '../platform/telemetry/index.ts'
import { transact } from '../platform/transactions/index.ts'
import type { RunRow } from './schema.ts'
import { valuesAt } from './service/candles.ts'
import type { AiDeps } from './service/deps.ts'
import { placeRun } from './service/place.ts'
import type { RunShare } from './service/share.ts'
import { type AiWorker, startAiWorker } from './service/worker.ts'
import { aiInvariants } from './store/invariants.ts'
import { findRun } from './store/runs.ts'

export const minuteMs = 60_000

/** Markets set by hand, an engine, and a worker that hears the minutes a test closes. */
export type AiFixture = {
  readonly stage: EngineFixture
  readonly deps: AiDeps
  readonly worker: AiWorker
  /** A customer with access and money in the contract wallet. */
  readonly trader: (amount?: string, days?: number) => Promise<number>
  readonly place: (uid: number, more?: Partial<PlaceRunCommand>) => Promise<number>
  /** Closes the minute that forms, with a past that says what is asked for, and waits until all runs judged it. */
  readonly closeMinute: (signal: 'buy' | 'sell' | 'wait' | 'gap') => Promise<number>
  /** Closes the newest of some minutes, and waits until all runs judged it. */
  readonly hearMinutes: (minutes: readonly Candle[]) => Promise<number>
  readonly run: (id: number) => Promise<RunRow>
  /** What a run decided, candle after candle. */
  readonly outcomes: (id: number) => Promise<readonly string[]>
  /** Lets the minute that forms close with a signal, which no worker hears; the candle as a run judges it. */
  readonly closedCandle: (
    signal: 'buy' | 'sell',
  ) => Promise<{ readonly openMs: number; readonly values: SignalValues }>
  readonly broken: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

/** 31 minutes that end at `openMs`, whose newest close is 64350.15 and whose A is 41.27. */
export const minutesOf = (openMs: number, signal: 'buy' | 'sell' | 'wait' | 'gap'): readonly Candle[] => {
  const earlier = { buy: '64340', sell: '64360', wait: '64350.15', gap: '64340' }[signal]
  const minutes = Array.from({ length: 31 }, (_, at): Candle => {
    const close = price(at < 24 ? earlier : '64350.15')
    const high = (close + price('20')) as Price
    return {
      openMs: openMs - (30 - at) * minuteMs,
      open: close,
      high,
      low: (high - price('41.27')) as Price,
      close,
      volume: quantity('1') as Quantity,
      turnover: 0n as Usdt,
    }
  })
  return signal === 'gap'
    ? minutes.map((one, at) => (at === 5 ? { ...one, volume: 0n as Quantity } : one))
    : minutes
}

/** @param share whose runs the worker drives; all if absent */
export const startAiFixture = async (share?: RunShare): Promise<AiFixture> => {
  const stage = await withEngine(await contractFixture())
  const { clock, database } = stage
  stage.markets.set('BTCUSDT', '64350.10', '64350.20')
  const platform = testPlatform(database, clock)
  const listeners = new Set<(topic: Topic, message: PublicMessage) => void>()
  const markets = {
    ...stage.markets,
    onMessage: (listener: (topic: Topic, message: PublicMessage) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const deps = { ...stage, markets, log: createLog('silent') }
  const worker = startAiWorker({ ...deps, ...(share === undefined ? {} : { share }) })
  const hearMinutes = async (minutes: readonly Candle[]): Promise<number> => {
    const openMs = minutes.at(-1)?.openMs ?? 0
    clock.set(openMs + minuteMs + 200)
    stage.markets.setMinutes(1, minutes)
    const k = { t: openMs / 1000, o: '1', h: '1', l: '1', c: '1', v: '1', x: true }
    for (const listener of listeners) listener('kline:BTCUSDT:1m', { e: 'KLINE', s: 'BTCUSDT', i: '1m', k })
    await worker.settled()
    return openMs
  }
  return {
    stage,
    deps,
    worker,
    trader: async (amount = '1000', days = 30) => {
      const { uid } = await newCustomer(platform)
      await stage.give(uid, amount)
      const untilMs = clock.business() + days * 86_400_000
      await transact(database.db, (tx) => setActivation(tx, uid, { status: activation.active, untilMs }))
      return uid
    },
    place: async (uid, more = {}) => {
      const command = { pid: 1, leverage: 5, stake: usdt('400'), times: 3, maxLoss: usdt('200'), ...more }
      return (await placeRun(deps, { uid }, command)).id
    },
    closeMinute: (signal) => hearMinutes(minutesOf(clock.now() - (clock.now() % minuteMs), signal)),
    hearMinutes,
    run: async (id) => {
      const run = await findRun(database.db, id)
      if (run === undefined) throw new Error(`no run ${id}`)
      return run
    },
    outcomes: async (id) => {
      const { rows } = await sql<{ outcome: string }>`
        select outcome from ai_decision where run_id = ${id} order by candle_ms`.execute(database.db)
      return rows.map(({ outcome }) => outcome)
    },
    closedCandle: async (signal) => {
      const openMs = clock.now() - (clock.now() % minuteMs)
      clock.set(openMs + minuteMs + 200)
      stage.markets.setMinutes(1, minutesOf(openMs, signal))
      const values = await valuesAt(stage.markets, 1, openMs)
      if (values === null) throw new Error('31 minutes have values')
      return { openMs, values }
    },
    broken: async () => {
      const report = await checkInvariants(database.db, 1, aiInvariants)
      const found = report.invariants.filter(({ holds }) => !holds)
      return [...Object.values(await stage.broken()), ...found.map(({ examples }) => examples[0])].map(String)
    },
    close: async () => {
      await worker.close()
      await stage.engine.close()
      await database.drop()
    },
  }
}
