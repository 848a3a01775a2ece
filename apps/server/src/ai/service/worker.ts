import { intervalMs } from '@glasshouse/core/markets/intervals'
import type { Engine } from '../../contracts/index.ts'
import type { FollowedMarkets, Markets } from '../../markets/index.ts'
import { NotDeliveredError } from '../../platform/events/index.ts'
import { startPeriodicJob } from '../../platform/time/index.ts'
import type { RunRow } from '../schema.ts'
import { type DrivenRuns, listDrivenRuns } from '../store/runs.ts'
import { valuesAt } from './candles.ts'
import { closeTrade } from './close.ts'
import type { AiDeps } from './deps.ts'
import { endIfOver, judgeCandle } from './judge.ts'
import type { RunShare } from './share.ts'

/** Runs that are driven at the same time; their orders share transactions. */
const atOnce = 50
/** How often closes that had to wait are tried again, and runs ended whose time is up. */
const sweepEveryMs = 1000
/** A run of a customer elsewhere that was due so long ago is driven by the leader. */
const overdueMs = 5_000
/** A closed candle that is heard of later than this is a missed one, which is not judged. */
const latestMs = 15_000

export type AiWorkerDeps = AiDeps & {
  readonly markets: Pick<Markets, 'onMessage' | 'productNamed'>
  /** One engine of all processes on a database watches prices; only the process of that one drives runs. */
  readonly engine: Pick<Engine, 'watches'>
  /** Absent where this process is alone: it drives all runs. */
  readonly share?: RunShare
}

/** The same of an engine beside the leader, which follows the leader's markets. */
export type SharedAiWorkerDeps = AiDeps & {
  readonly markets: Pick<FollowedMarkets, 'onMinute'>
  readonly engine: Pick<Engine, 'watches'>
  readonly share: RunShare
}

type DrivingDeps = AiDeps & {
  readonly engine: Pick<Engine, 'watches'>
  readonly onMinute: FollowedMarkets['onMinute']
  readonly share: RunShare | null
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
  const { markets, share = null } = deps
  const onMinute: FollowedMarkets['onMinute'] = (listener) =>
    markets.onMessage((_, message) => {
      if (message.e !== 'KLINE' || message.i !== '1m' || !message.k.x) return
      const product = markets.productNamed(message.s)
      if (product !== null) listener(product.pid, message.k.t * 1000)
    })
  return startDriving({ ...deps, onMinute, share })
}

/** Drives the runs of the customers on whom an engine beside the leader decides. */
export const startSharedAiWorker = (deps: SharedAiWorkerDeps): AiWorker =>
  startDriving({ ...deps, onMinute: deps.markets.onMinute })

const startDriving = (deps: DrivingDeps): AiWorker => {
  const { clock, database, engine, log, markets, onMinute, share } = deps
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
            // Another engine decides on the customer now, and drives the run.
            if (error instanceof NotDeliveredError) return
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

  const isDriven = ({ uid }: RunRow): boolean => share === null || share.drives(uid)
  const nothing = Promise.resolve()
  const judge = async (pid: number, openMs: number, isOurs = isDriven): Promise<void> => {
    if (!engine.watches() || clock.now() > openMs + intervalMs['1m'] + latestMs) return
    const values = await valuesAt(markets, pid, openMs)
    let runs = 0
    await driveAll({ pid, unjudgedMs: openMs }, (run) => {
      if (!isOurs(run)) return nothing
      runs += 1
      return judgeCandle(deps, run, { openMs, values })
    })
    if (runs > 0) log.debug({ pid, openMs, runs }, 'a closed minute was judged')
  }
  const sweep = async (): Promise<void> => {
    if (!engine.watches()) return
    await driveAll('closing', (run) => (isDriven(run) ? closeTrade(deps, run.id) : nothing))
    const overMs = clock.now()
    await driveAll({ overMs }, (run) => {
      const isOverdue = share?.isLeader === true && run.until_ms + overdueMs <= overMs
      return isOverdue || isDriven(run) ? endIfOver(deps, run.id) : nothing
    })
  }

  /** When the newest closed minute of each market opened: a run that comes to this process is driven by it. */
  const newest = new Map<number, number>()
  const overdue = new Set<NodeJS.Timeout>()
  const driveOverdue = (pid: number, openMs: number): void => {
    const timer = setTimeout(() => {
      overdue.delete(timer)
      void enqueue(() => judge(pid, openMs, () => true))
    }, overdueMs)
    overdue.add(timer)
  }
  const stops = [
    onMinute((pid, openMs) => {
      if (closed) return
      newest.set(pid, openMs)
      void enqueue(() => judge(pid, openMs))
      if (share?.isLeader === true) driveOverdue(pid, openMs)
    }),
    share?.onChange(() => {
      for (const [pid, openMs] of newest) void enqueue(() => judge(pid, openMs))
    }),
  ]
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
      for (const stop of stops) stop?.()
      for (const timer of overdue) clearTimeout(timer)
      await sweeping.close()
      await working
    },
  }
}
