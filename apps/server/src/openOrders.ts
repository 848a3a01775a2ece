import type { Path } from '@glasshouse/core/calls'
import { aiModule } from './ai/module.ts'
import { contractsModule } from './contracts/module.ts'
import { identityModule } from './identity/module.ts'
import { ledgerChecksModule } from './ledger/checks/module.ts'
import type { FollowedMarkets } from './markets/index.ts'
import { marketsModule } from './markets/module.ts'
import type { LeaderDeps } from './openLeader.ts'
import { createShutdown, type Shutdown } from './openPlatform.ts'
import { optionsModule } from './options/module.ts'
import { type AnyRoute, answerForwardedCalls } from './platform/http/index.ts'
import type { Platform } from './platform/services/index.ts'
import { practiceModule } from './practice/module.ts'

/** Reads what a process has to know of the database before it decides anything: the calendar, and whether the ledger is sound. */
export const readLeaderState = async (platform: Platform): Promise<void> => {
  const { clock, database, settings } = platform
  if (settings.MODE === 'practice')
    clock.advance((await practiceModule.provides.calendarOffset(database.db)) - clock.aheadMs())
  await ledgerChecksModule.provides.loadLedgerStatus(platform)
}

/** Answers calls that other processes have admitted, those of customers on whom this process decides. */
export const answerCallsOf = (
  { clock, database, log }: Platform,
  routes: readonly AnyRoute[],
  assertDecides: (path: Path, uid: number) => Promise<void>,
) =>
  answerForwardedCalls(routes, {
    log,
    assertDecides,
    stepUpOf: (who) => identityModule.provides.findStepUpStatus(database.db, clock, who),
  })

/** An engine that shares the customers with the leader's. */
export type OrdersEngine = {
  /** Partitions on whose customers it decides; null before it is open. */
  readonly partitions: () => readonly number[] | null
}

/**
 * Opens an engine over followed markets, answers calls of the customers on whom it decides, settles their options and drives
 * their runs of AI ordering.
 */
const openShare = async (
  { platform, messages }: LeaderDeps,
  markets: FollowedMarkets,
  closing: Shutdown,
): Promise<OrdersEngine> => {
  const { log, settings } = platform
  const { openEngine, servePartitions, startExpiries, startLevelling } = contractsModule.provides
  const engine = await openEngine({ ...platform, markets }, 'share')
  closing.later(engine.close)
  closing.later(startExpiries({ log, engine }).close)
  closing.later(startLevelling({ log, engine }).close)
  const { startSharedSettlement, shareOfEngine } = optionsModule.provides
  const share = shareOfEngine(settings, engine, markets.decidesOptions)
  const settling = await startSharedSettlement({ ...platform, markets, share })
  closing.later(settling.close)
  const trading = { ...platform, markets, engine, onlyHeld: true } as const
  const { startSharedAiWorker, runsOfEngine } = aiModule.provides
  const runs = runsOfEngine(settings, engine, markets.hasMinutes)
  closing.later(startSharedAiWorker({ ...trading, share: runs }).close)
  const routes = [
    ...contractsModule.routes(trading),
    ...aiModule.routes(trading),
    ...optionsModule.routes({ ...platform, markets, settling, holder: engine }),
  ]
  const answerCall = answerCallsOf(platform, routes, (_, uid) => engine.assertDecides(uid))
  const { untilHeard } = markets
  const alsoAnswers = () => [
    ...(markets.decidesOptions() ? (['options'] as const) : []),
    ...(markets.hasMinutes() ? (['ai'] as const) : []),
  ]
  closing.later(servePartitions({ messages, engine, untilHeard, log, answerCall, alsoAnswers }))
  return engine
}

/**
 * Starts the role `orders`: an engine that follows the markets of the leader and decides on a share of the customers. It opens
 * once a process leads.
 *
 * @param failed hears why it could not be opened
 */
export const startOrders = (
  deps: LeaderDeps,
  closing: Shutdown,
  failed: (reason: Error) => void,
): OrdersEngine => {
  const own = createShutdown()
  const stopped = new AbortController()
  let engine: OrdersEngine | null = null
  const open = async (): Promise<void> => {
    const { platform, messages } = deps
    const { openFollowedMarkets } = marketsModule.provides
    const markets = await openFollowedMarkets({ ...platform, messages, stopped: stopped.signal })
    own.later(markets.close)
    await readLeaderState(platform)
    engine = await openShare(deps, markets, own)
  }
  const opening = open().catch((error: unknown) => {
    if (!stopped.signal.aborted) failed(error as Error)
  })
  closing.later(async () => {
    stopped.abort()
    await opening
    await own.now()
  })
  return { partitions: () => engine?.partitions() ?? null }
}
