import { calls, type Path } from '@glasshouse/core/calls'
import { ledgerChecksModule } from './ledger/checks/module.ts'
import { marketsModule } from './markets/module.ts'
import { type Leader, type LeaderDeps, type LeaderFiles, openLeader } from './openLeader.ts'
import { answerCallsOf, readLeaderState, startOrders } from './openOrders.ts'
import { createShutdown, type Shutdown } from './openPlatform.ts'
import { openHealth, openWeb } from './openWeb.ts'
import { openDatabase } from './platform/database/index.ts'
import { addresses, createHolders } from './platform/events/index.ts'
import { createForwarder } from './platform/http/index.ts'
import {
  assertLeading,
  readForwardedFile,
  serveForwardedFiles,
  standForLeader,
} from './platform/leadership/index.ts'
import type { Platform } from './platform/services/index.ts'
import { canLead, type Role, readsForLeader } from './platform/settings/index.ts'
import { createProcessGauges } from './platform/telemetry/index.ts'
import { monotonicMs, startPeriodicJob } from './platform/time/index.ts'
import { practiceModule } from './practice/module.ts'
import { callPlaceOf, webRoutesOf } from './routes.ts'

const beatEveryMs = 500
/** A leader that was not heard for so long is missing. */
const silentAfterMs = 3000
const followEveryMs = 1000

export type MemberOptions = {
  readonly refuseUnknownFields?: boolean
  /** Hears that another process took over, or that this one could not begin; without it the reason is thrown. */
  readonly leadershipLost?: (reason: Error) => void
}

/** Keeps what a process remembers of the database as the leader says it is: the calendar, and whether the ledger is sound. */
const followLeader = (
  { platform, messages }: LeaderDeps,
  isLeading: () => boolean,
  closing: Shutdown,
): void => {
  const { clock, database, log, settings } = platform
  const setCalendar = (aheadMs: number): void => void clock.advance(aheadMs - clock.aheadMs())
  const stop = messages.subscribe('calendar', ({ aheadMs }, from) => {
    if (from === 'other') setCalendar(aheadMs)
  })
  closing.later(async () => stop())
  const onFailure = (err: unknown): void =>
    log.warn({ err }, 'the state of the leader could not be read, retrying')
  const job = startPeriodicJob(
    { everyMs: followEveryMs, firstAfterMs: followEveryMs, onFailure },
    async () => {
      if (isLeading()) return
      await ledgerChecksModule.provides.loadLedgerStatus(platform)
      if (settings.MODE === 'practice') setCalendar(await practiceModule.provides.calendarOffset(database.db))
    },
  )
  closing.later(job.close)
}

type ServedSource = ReturnType<typeof marketsModule.provides.serveSource>

/** Ends a process that another one replaced, or that could not begin. */
const endWith =
  ({ leadershipLost }: MemberOptions) =>
  (reason: Error): void => {
    if (leadershipLost !== undefined) leadershipLost(reason)
    else
      queueMicrotask(() => {
        throw reason
      })
  }

const tookOver = (term: number): Error =>
  new Error(`Another process took over from this one, which led in term ${term}.`)

/** Stands for the reader of the source, where the leader is another process; reads it once no other does. */
const startReader = (deps: LeaderDeps & MemberOptions, closing: Shutdown): (() => ServedSource | null) => {
  const { platform, messages } = deps
  const end = endWith(deps)
  let served: ServedSource | null = null
  const leases = openDatabase(platform.settings.DATABASE_URL ?? '', 1)
  closing.later(leases.close)
  const candidacy = standForLeader(leases.db, 'platform_market_leader', platform.log, {
    taken: (term) => (served = marketsModule.provides.serveSource(platform, messages, term)),
    lost: (term) => end(tookOver(term)),
    isConnected: messages.isConnected,
  })
  closing.later(candidacy.close)
  closing.later(async () => served?.close())
  return () => served
}

/** Stands for leader; once it leads, opens what the leader does and answers the calls of all processes. */
const startCandidacy = (
  deps: LeaderDeps & MemberOptions,
  opened: (leader: Leader) => void,
  closing: Shutdown,
): { readonly hasLease: () => boolean } => {
  const { platform, messages } = deps
  const { log, settings } = platform
  const end = endWith(deps)
  const own = createShutdown()
  let opening: Promise<void> | null = null
  const ended = new AbortController()
  const lead = async (term: number): Promise<void> => {
    const leading: Platform = { ...platform, assertLeading: (tx) => assertLeading(tx, term) }
    await readLeaderState(platform)
    const leader = await openLeader({ ...deps, platform: leading }, { term, ended: ended.signal }, own)
    opened(leader)
    const answer = answerCallsOf(platform, leader.routes, leader.assertDecides)
    const stops = [
      messages.serve(addresses.calls({ partition: null, term }), answer),
      leader.servePartitions(answer),
      serveForwardedFiles(messages, term, leader.files, log),
    ]
    own.later(() => Promise.all(stops.map((stop) => stop())))
    const beat = (): void => messages.publish('leader', { term })
    beat()
    const beating = setInterval(beat, beatEveryMs)
    own.later(async () => clearInterval(beating))
  }
  const leases = openDatabase(settings.DATABASE_URL ?? '', 1)
  closing.later(leases.close)
  const candidacy = standForLeader(leases.db, 'platform_leader', log, {
    taken: (term) => {
      if (ended.signal.aborted) return
      opening = lead(term).catch((error: unknown) => {
        if (!ended.signal.aborted) end(error as Error)
      })
    },
    lost: (term) => end(tookOver(term)),
    isConnected: messages.isConnected,
  })
  closing.later(candidacy.close)
  closing.later(async () => {
    ended.abort()
    await opening
    await own.now()
  })
  return { hasLease: () => opening !== null }
}

/** Whether this process needs another one that reads the source, and hears none. */
const createReaderWatch = ({ platform, messages }: LeaderDeps, closing: Shutdown): (() => boolean) => {
  const { settings } = platform
  let heardMs: number | null = null
  const stop = messages.subscribe('feedReader', () => {
    heardMs = monotonicMs()
  })
  closing.later(async () => stop())
  return () =>
    canLead(settings) &&
    !settings.ROLES.includes('market') &&
    (heardMs === null || monotonicMs() - heardMs > silentAfterMs)
}

/** The calls that the leader answers: all but those that every process does. */
const forwardedPaths = (here: ReadonlySet<Path>): readonly Path[] =>
  (Object.keys(calls) as Path[]).filter((path) => !here.has(path))

/**
 * Opens one of several processes: it leads when it can and no other does, answers what needs the database alone by
 * itself, and sends other calls to the leader. The listener it returns does not listen yet.
 */
export const openMember = (deps: LeaderDeps & MemberOptions, closing: Shutdown) => {
  const { platform, messages } = deps
  const { settings } = platform
  const holders = createHolders(messages)
  closing.later(async () => holders.close())
  let leader: Leader | null = null
  let hasLease = (): boolean => false
  let served = (): ServedSource | null => null
  const { isConnected } = messages
  createProcessGauges(deps.metrics.registry, { isLeading: () => leader !== null, isConnected })
  const lacksReader = createReaderWatch(deps, closing)
  const isLed = (): boolean => (holders.leaderSilentMs() ?? silentAfterMs) < silentAfterMs
  const needsLeader = settings.ROLES.includes('web') || settings.ROLES.includes('orders')
  const missing = (): readonly string[] => [
    ...(isConnected() ? [] : ['nats']),
    ...(needsLeader && !isLed() ? ['leader'] : []),
    ...(lacksReader() ? ['market'] : []),
    ...(served()?.isMissing() === true ? ['feed'] : []),
    ...(leader?.missing() ?? []),
  ]
  const stateOf = (role: Role): string => {
    if (role === 'web') return isLed() ? 'ready' : 'waiting'
    if (role === 'orders') return (orders?.partitions() ?? []).length > 0 ? 'ready' : 'waiting'
    if (role === 'jobs') return 'ready'
    if (readsForLeader(settings)) return served() === null ? 'standby' : 'leading'
    if (leader !== null) return 'leading'
    return hasLease() ? 'starting' : 'standby'
  }
  const roles = () => Object.fromEntries(settings.ROLES.map((role) => [role, stateOf(role)]))
  followLeader(deps, () => hasLease(), closing)
  if (readsForLeader(settings)) served = startReader(deps, closing)
  const orders = settings.ROLES.includes('orders') ? startOrders(deps, closing, endWith(deps)) : null
  if (canLead(settings))
    hasLease = startCandidacy({ ...deps, holders }, (opened) => (leader = opened), closing).hasLease
  if (!settings.ROLES.includes('web')) return openHealth({ ...deps, missing, roles }, closing)
  const own = webRoutesOf(platform)
  const forwarded = forwardedPaths(new Set(own.map(({ path }) => path)))
  const { routeTo } = createForwarder(holders, callPlaceOf(settings))
  const routes = [...own, ...forwarded.map(routeTo)]
  const leaderTerm = (): number | null => holders.leader()?.term ?? null
  const files: LeaderFiles = {
    dataExport: (...of) => readForwardedFile(messages, leaderTerm(), 'dataExport', of),
    tradesFile: (...of) => readForwardedFile(messages, leaderTerm(), 'tradesFile', of),
  }
  return openWeb({ ...deps, holders, routes, files, missing, roles }, closing)
}
