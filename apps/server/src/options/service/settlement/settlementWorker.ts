import type { FollowedMarkets } from '../../../markets/index.ts'
import { isReachable } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { isUpstreamError } from '../../../platform/telemetry/index.ts'
import { listOpenOptions, type OpenOrder } from '../../store/orders.ts'
import type { OptionMarkets, SettlementMarkets, SettlementNotifier } from '../terms.ts'
import { createExpiryQueue } from './expiryQueue.ts'
import {
  type JudgedExpiries,
  type JudgeExpiries,
  judgeByLeader,
  judgeHere,
  type ResolvedExpiry,
} from './resolve.ts'
import { type ResolvedOption, settleBatch } from './settle.ts'
import type { SettlementShare } from './share.ts'
import { createWatchedExpiries } from './watchedExpiries.ts'

/**
 * How many are settled together: others wait less for the house accounts, and less of a transaction is alive when garbage is
 * collected. Five hundred and five thousand together cost the same each.
 */
const defaultBatchSize = 250
/** An expiry in a silence is looked at again after this; the silence may end any moment. */
const againMs = 100
const maxSleepMs = 1_000
/** How often the rows are searched for options whose acceptance was committed but not announced. */
const sweepEveryMs = 5_000
/** Where several processes settle, options are found so long before they expire, also those that another one accepted. */
const aheadMs = 2 * sweepEveryMs

/** An option that is due, with what decides it. */
type DueOption = ResolvedOption & { readonly expiry: ResolvedExpiry['expiry'] }

/** The options of expiries one after the other; those that are taken may be settled before the next ones are asked for. */
function* dueOptions(judged: readonly ResolvedExpiry[]): Generator<DueOption> {
  for (const { expiry, exit } of judged) for (const id of expiry.ids) yield { id, exit, expiry }
}

const takeNext = (due: Iterator<DueOption>, most: number): readonly DueOption[] => {
  const taken: DueOption[] = []
  while (taken.length < most) {
    const next = due.next()
    if (next.done === true) break
    taken.push(next.value)
  }
  return taken
}

/** Settles options when their time has come. */
export type SettlementWorker = SettlementNotifier & {
  /** Looks now at everything that is due, after any look that is under way. */
  readonly look: () => Promise<void>
  readonly open: () => number
  /** Ends after the look it is at. */
  readonly close: () => Promise<void>
}

type CommonDeps = Pick<Platform, 'clock' | 'database' | 'log'> & {
  /** Options settled in one transaction at most; 250 if absent. */
  readonly batchSize?: number
}

export type SettlementDeps = CommonDeps & {
  readonly markets: SettlementMarkets
  /** Absent where this process is alone: it settles all options. */
  readonly share?: SettlementShare
}

/** What settling differs in between the process that leads and others. */
type Settling = {
  readonly judge: JudgeExpiries
  readonly registerDecision: SettlementMarkets['registerDecision']
  readonly share: SettlementShare | null
  /** This process has the markets: it hears their ticks, and stores promptly those around an expiry that another one settles. */
  readonly onTick: OptionMarkets['onTick'] | null
}

/**
 * Reads the open options, hears every tick from then on and settles each option 300 ms after its expiry. What
 * fell due while the server was down is settled from the stored ticks, or void.
 */
export const startSettlementWorker = (deps: SettlementDeps): Promise<SettlementWorker> =>
  startSettling(deps, {
    judge: judgeHere(deps.markets),
    registerDecision: deps.markets.registerDecision,
    share: deps.share ?? null,
    onTick: deps.markets.onTick,
  })

/** Settles the options of the customers on whom an engine beside the leader decides, as the leader says that they end. */
export const startSharedSettlement = (
  deps: CommonDeps & { readonly markets: FollowedMarkets; readonly share: SettlementShare },
): Promise<SettlementWorker> =>
  startSettling(deps, {
    judge: judgeByLeader(deps.markets),
    // The leader finds them by itself.
    registerDecision: () => () => undefined,
    share: deps.share,
    onTick: null,
  })

const startSettling = async (
  deps: CommonDeps & { readonly markets: OptionMarkets },
  { judge, registerDecision, share, onTick }: Settling,
): Promise<SettlementWorker> => {
  const { clock, database, log, markets } = deps
  const book = createExpiryQueue(registerDecision)
  const watched = onTick === null ? null : createWatchedExpiries(registerDecision)
  /** Options of the book, where not all are settled here. */
  const known = new Map<number, OpenOrder>()
  const most = deps.batchSize ?? defaultBatchSize
  let together = most
  let sweptMs = share === null ? clock.now() : Number.NEGATIVE_INFINITY
  /** The least time before the next look. */
  let restMs = 1
  let closed = false

  const follow: SettlementNotifier['follow'] = (order) => {
    const { id, pid, expires_ms } = order
    const product = markets.product(pid)
    if (product === null) throw new Error(`option ${id} is of product ${pid}, which there never was`)
    if (share !== null && !share.settles(order, clock.now())) {
      watched?.watch(pid, expires_ms)
      return
    }
    if (share !== null) known.set(id, order)
    book.add(pid, product.symbol, expires_ms, id)
  }
  const done = (expiry: ResolvedExpiry['expiry'], ids: readonly number[]): void => {
    for (const id of ids) known.delete(id)
    book.done(expiry, ids)
  }
  const followOpen = async (expiredByMs?: number): Promise<void> => {
    for await (const orders of listOpenOptions(database.db, expiredByMs))
      for (const order of orders) follow(order)
  }
  const sweep = async (nowMs: number): Promise<void> => {
    if (nowMs - sweptMs < sweepEveryMs) return
    sweptMs = nowMs
    watched?.forget(nowMs)
    await followOpen(share === null ? nowMs : nowMs + aheadMs)
  }
  /** Leaves options to the process that decides on their customers now. */
  const leaveOthers = (expiry: ResolvedExpiry['expiry'], nowMs: number): void => {
    if (share === null) return
    const left = [...expiry.ids].flatMap((id) => {
      const order = known.get(id)
      return order === undefined || share.settles(order, nowMs) ? [] : [id]
    })
    if (left.length === 0) return
    watched?.watch(expiry.pid, expiry.expiryMs)
    done(expiry, left)
  }
  const settleTogether = (batch: readonly ResolvedOption[], by: JudgedExpiries['by']): Promise<boolean> => {
    const uids = [...new Set(batch.flatMap(({ id }) => known.get(id)?.uid ?? []))]
    const holds = share?.holds
    return settleBatch(deps, batch, {
      ...(holds === undefined ? {} : { holds: (tx) => holds(tx, uids) }),
      ...(by === undefined ? {} : { by }),
    })
  }
  const settleJudged = async ({ judged, by }: JudgedExpiries): Promise<void> => {
    const due = dueOptions(judged)
    /** Taken and not settled: after a failure they are tried again, fewer together. */
    let taken: readonly DueOption[] = []
    for (;;) {
      taken = [...taken, ...takeNext(due, together - taken.length)]
      const batch = taken.slice(0, together)
      if (batch.length === 0) return
      const outcome = await settleTogether(batch, by).then(
        (isSettled) => ({ isSettled }),
        (error: unknown) => ({ error }),
      )
      if (!('error' in outcome)) {
        for (const { expiry, id } of batch) done(expiry, [id])
        // Another engine decides on one of their customers: the rows are searched for those that are left to this one.
        if (!outcome.isSettled) sweptMs = Number.NEGATIVE_INFINITY
        taken = taken.slice(batch.length)
        together = Math.min(most, together * 2)
        continue
      }
      log.error(
        { err: outcome.error, options: batch.length },
        'options could not be settled and are tried again',
      )
      if (!(await isReachable(database.db))) return
      together = Math.max(1, Math.floor(batch.length / 8))
      // What the leader said may be over with it: it is asked again.
      if (by !== undefined && batch.length > 1) return
      // One bad row must not delay the others: it is left for the next sweep.
      if (batch.length === 1) taken = taken.slice(1)
    }
  }
  const lookOnce = async (): Promise<void> => {
    const nowMs = clock.now()
    await sweep(nowMs)
    const over = book.due(nowMs)
    for (const expiry of over) leaveOthers(expiry, nowMs)
    const due = share === null ? over : over.filter(({ ids }) => ids.size > 0)
    const found: JudgedExpiries = due.length === 0 ? { judged: [] } : await judge(due, nowMs)
    const { judged } = found
    await settleJudged(found)
    const isLeft = judged.some(({ expiry }) => expiry.ids.size > 0)
    restMs = isLeft ? maxSleepMs : judged.length < due.length ? againMs : 1
  }

  let looking: Promise<void> = Promise.resolve()
  const look = (): Promise<void> => {
    looking = looking.then(lookOnce).catch((error: unknown) => {
      restMs = maxSleepMs
      if (isUpstreamError(error)) log.warn({ err: error }, 'no leader said how options end, retrying')
      else log.error({ err: error }, 'due options could not be looked at')
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

  const stops = [
    onTick?.(book.hear),
    share?.onChange(() => {
      sweptMs = Number.NEGATIVE_INFINITY
    }),
  ]
  if (onTick !== null) await followOpen()
  schedule()
  return {
    follow,
    look,
    open: book.size,
    close: async () => {
      closed = true
      clearTimeout(timer)
      for (const stop of stops) stop?.()
      await looking
    },
  }
}
