import { intervalMs } from '@glasshouse/core/markets/intervals'
import type { PublicMessage } from '@glasshouse/core/markets/topics'
import type { Engine } from '../../contracts/index.ts'
import type { Markets } from '../../markets/index.ts'
import { startPeriodicJob } from '../../platform/time/index.ts'
import type { RunRow } from '../schema.ts'
import { type DrivenRuns, listDrivenRuns } from '../store/runs.ts'
import { valuesAt } from './candles.ts'
import { closeTrade } from './close.ts'
import type { AiDeps } from './deps.ts'
import { endIfOver, judgeCandle } from './judge.ts'

/** Runs that are driven at the same time; their orders share transactions. */
const atOnce = 50
/** How often closes that had to wait are tried again, and runs ended whose time is up. */
const sweepEveryMs = 1000
/** A closed candle that is heard of later than this is a missed one, which is not judged. */
const latestMs = 15_000

export type AiWorkerDeps = AiDeps & {
  readonly markets: Pick<Markets, 'onMessage' | 'productNamed'>
  /** One engine of all processes on a database watches prices; only the process of that one drives runs. */
  readonly engine: Pick<Engine, 'watches'>
}

/** Drives the runs of AI ordering. */
export type AiWorker = {
  /** Waits until everything heard so far is decided. */
  readonly settled: () => Promise<void>
  /** Tries the closes that wait, and ends waiting runs whose time is up. */
  readonly sweep: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Hears every closed 1m candle and lets the runs on its market judge it. After a start it goes on with the next candle.
 * A failed run is logged and waits for its next candle; the others go on.
 */
export const startAiWorker = (deps: AiWorkerDeps): AiWorker => {
  const { clock, database, engine, log, markets } = deps
  let closed = false
  let working: Promise<void> = Promise.resolve()
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    working = working.then(work).catch((error: unknown) => {
      log.error({ err: error }, 'AI ordering could not work; it goes on with the next candle')
    })
    return working
  }

  const driveAll = async (driven: DrivenRuns, drive: (run: RunRow) => Promise<void>): Promise<void> => {
    for (let afterId = 0; !closed; ) {
      const runs = await listDrivenRuns(database.db, driven, { afterId, limit: atOnce })
      await Promise.all(
        runs.map((run) =>
          drive(run).catch((error: unknown) => {
            log.error(
              { err: error, run: run.id },
              'a run of AI ordering failed; it waits for its next candle',
            )
          }),
        ),
      )
      const last = runs.at(-1)
      if (last === undefined || runs.length < atOnce) return
      afterId = last.id
    }
  }

  const judge = async (pid: number, openMs: number): Promise<void> => {
    if (!engine.watches() || clock.now() > openMs + intervalMs['1m'] + latestMs) return
    const values = await valuesAt(markets, pid, openMs)
    await driveAll({ pid, unjudgedMs: openMs }, (run) => judgeCandle(deps, run, { openMs, values }))
  }
  const sweep = async (): Promise<void> => {
    if (!engine.watches()) return
    await driveAll('closing', ({ id }) => closeTrade(deps, id))
    await driveAll({ overMs: clock.now() }, ({ id }) => endIfOver(deps, id))
  }

  const hear = (message: PublicMessage): void => {
    if (message.e !== 'KLINE' || message.i !== '1m' || !message.k.x) return
    const product = markets.productNamed(message.s)
    if (product === null || closed) return
    void enqueue(() => judge(product.pid, message.k.t * 1000))
  }
  const unsubscribe = markets.onMessage((_, message) => hear(message))
  // Work that fails is logged where it is queued.
  const sweeping = startPeriodicJob(
    { everyMs: sweepEveryMs, firstAfterMs: sweepEveryMs, onFailure: () => undefined },
    () => enqueue(sweep),
  )
  return {
    settled: () => enqueue(async () => undefined),
    sweep: () => enqueue(sweep),
    close: async () => {
      closed = true
      unsubscribe()
      await sweeping.close()
      await working
    },
  }
}
