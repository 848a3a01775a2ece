import { isReachable } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { listOpenOptions } from '../../store/orders.ts'
import type { SettlementMarkets, SettlementNotifier } from '../terms.ts'
import { createExpiryQueue } from './expiryQueue.ts'
import { type ResolvedExpiry, resolveExpiry } from './resolve.ts'
import { type ResolvedOption, settleBatch } from './settle.ts'

/**
 * How many are settled together: what is computed for them takes less than 10 ms at a time, and others wait less for the
 * house accounts. Five thousand together cost the same each.
 */
const defaultBatchSize = 500
/** An expiry in a silence is looked at again after this; the silence may end any moment. */
const againMs = 100
const maxSleepMs = 1_000
/** How often the rows are searched for options whose acceptance was committed but not announced. */
const sweepEveryMs = 5_000

/** Settles options when their time has come. */
export type SettlementWorker = SettlementNotifier & {
  /** Looks now at everything that is due, after any look that is under way. */
  readonly look: () => Promise<void>
  readonly open: () => number
  /** Ends after the look it is at. */
  readonly close: () => Promise<void>
}

export type SettlementDeps = Pick<Platform, 'clock' | 'database' | 'log'> & {
  readonly markets: SettlementMarkets
  /** Options settled in one transaction at most; 500 if absent. */
  readonly batchSize?: number
}

/**
 * Reads the open options, hears every tick from then on and settles each option 300 ms after its expiry. What
 * fell due while the server was down is settled from the stored ticks, or void.
 */
export const startSettlementWorker = async (deps: SettlementDeps): Promise<SettlementWorker> => {
  const { clock, database, log, markets } = deps
  const book = createExpiryQueue(markets.registerDecision)
  const most = deps.batchSize ?? defaultBatchSize
  let together = most
  let sweptMs = clock.now()
  /** The least time before the next look. */
  let restMs = 1
  let closed = false

  const follow: SettlementNotifier['follow'] = ({ id, pid, expires_ms }) => {
    const product = markets.product(pid)
    if (product === null) throw new Error(`option ${id} is of product ${pid}, which there never was`)
    book.add(pid, product.symbol, expires_ms, id)
  }
  const sweep = async (nowMs: number): Promise<void> => {
    if (nowMs - sweptMs < sweepEveryMs) return
    sweptMs = nowMs
    for (const order of await listOpenOptions(database.db, nowMs)) follow(order)
  }
  const settleJudged = async (judged: readonly ResolvedExpiry[]): Promise<void> => {
    const decided = judged.flatMap(({ expiry, exit }) => [...expiry.ids].map((id) => ({ id, exit, expiry })))
    for (let first = 0; first < decided.length; ) {
      const batch = decided.slice(first, first + together)
      const failure = await settleBatch(deps, batch satisfies readonly ResolvedOption[]).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      if (failure === null) {
        for (const { expiry, id } of batch) book.done(expiry, [id])
        first += batch.length
        together = Math.min(most, together * 2)
        continue
      }
      log.error(
        { err: failure.error, options: batch.length },
        'options could not be settled and are tried again',
      )
      if (!(await isReachable(database.db))) return
      // One bad row must not delay the others: it is left for the next sweep.
      if (batch.length === 1) first += 1
      together = Math.max(1, Math.floor(batch.length / 8))
    }
  }
  const lookOnce = async (): Promise<void> => {
    const nowMs = clock.now()
    await sweep(nowMs)
    const due = book.due(nowMs)
    const judged = due.length === 0 ? [] : await resolveExpiry(markets, due, nowMs)
    await settleJudged(judged)
    const isLeft = judged.some(({ expiry }) => expiry.ids.size > 0)
    restMs = isLeft ? maxSleepMs : judged.length < due.length ? againMs : 1
  }

  let looking: Promise<void> = Promise.resolve()
  const look = (): Promise<void> => {
    looking = looking.then(lookOnce).catch((error: unknown) => {
      restMs = maxSleepMs
      log.error({ err: error }, 'due options could not be looked at')
    })
    return looking
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = (): void => {
    if (closed) return
    const dueMs = book.nextMs() ?? Number.POSITIVE_INFINITY
    const sleepMs = Math.min(maxSleepMs, Math.max(restMs, dueMs - clock.now()))
    timer = setTimeout(() => void look().finally(schedule), sleepMs)
  }

  const unsubscribe = markets.onTick(book.hear)
  for (const order of await listOpenOptions(database.db)) follow(order)
  schedule()
  return {
    follow,
    look,
    open: book.size,
    close: async () => {
      closed = true
      clearTimeout(timer)
      unsubscribe()
      await looking
    },
  }
}
