import type { Path } from '@glasshouse/core/calls'
import { aiModule } from './ai/module.ts'
import { alertsModule } from './alerts/module.ts'
import type { ContractDeps, Engine } from './contracts/index.ts'
import { contractsModule } from './contracts/module.ts'
import { openChains } from './deposits/index.ts'
import { depositsModule } from './deposits/module.ts'
import type { Pools } from './invest/index.ts'
import { investModule } from './invest/module.ts'
import { startDrivers, startWatches } from './jobs.ts'
import type { Markets } from './markets/index.ts'
import { marketsModule } from './markets/module.ts'
import { notificationsModule } from './notifications/module.ts'
import type { Shutdown } from './openPlatform.ts'
import { optionsModule } from './options/module.ts'
import { personalData } from './parts.ts'
import { performanceModule, type TradesFile } from './performance/module.ts'
import { type Holders, type Messages, startEventDispatcher } from './platform/events/index.ts'
import type { AnyRoute } from './platform/http/index.ts'
import type { Platform } from './platform/services/index.ts'
import type { Metrics } from './platform/telemetry/index.ts'
import { practiceModule } from './practice/module.ts'
import { type DataExport, privacyModule } from './privacy/module.ts'
import { referralModule } from './referral/module.ts'
import {
  callGroupOf,
  drawHeadsOf,
  leaderRoutesOf,
  liabilityParts,
  midnightsOf,
  programDepsOf,
} from './routes.ts'
import { type Trust, trustModule } from './trust/module.ts'
import type { uploadsModule } from './uploads/module.ts'

/** Files that are written from what the leader knows, while they are downloaded. */
export type LeaderFiles = { readonly dataExport: DataExport; readonly tradesFile: TradesFile }

/** The work that one process of a database does at a time, once it is open. */
export type Leader = {
  /** Calls that need it. */
  readonly routes: readonly AnyRoute[]
  /** Files that need it. */
  readonly files: LeaderFiles
  /** Conditions it waits for, such as `feed`. */
  readonly missing: () => readonly string[]
  /** Answers calls of the customers on whom its engine decides, and engines elsewhere about them. Returns how to stop. */
  readonly servePartitions: (answerCall: (call: unknown) => Promise<unknown>) => () => Promise<void>
  /**
   * Requires that its engine decides on the customer of a call of contracts. It answers calls of options and AI ordering of
   * customers whose engine cannot.
   *
   * @throws NotDeliveredError another engine does
   */
  readonly assertDecides: (path: Path, uid: number) => Promise<void>
}

export type LeaderDeps = {
  readonly platform: Platform
  readonly messages: Messages
  readonly metrics: Metrics
  readonly uploads: ReturnType<typeof uploadsModule.provides.openUploads>
  /** Which engines decide on which customers, where there may be others than the leader's. */
  readonly holders?: Holders
  /** False: the sample leads do not trade by themselves; for tests. */
  readonly leadBots?: boolean
}

/** Of which term and until when a process leads that may be replaced. */
export type Tenure = { readonly term: number; readonly ended: AbortSignal }

/** Everything that hears of domain events. */
const listenersOf = (deps: Platform & ContractDeps & { readonly engine: Engine; readonly pools: Pools }) => [
  ...contractsModule.listeners(deps.engine, (uid) =>
    contractsModule.provides.cancelOrdersOfLocked(deps, uid),
  ),
  ...referralModule.listeners,
  ...investModule.listeners(deps),
  ...aiModule.listeners(deps),
]

/** Opens the markets, and tells every process with open pages what they say. */
const startMarkets = async (
  { platform, messages, metrics }: LeaderDeps,
  tenure: Tenure | null,
): Promise<Markets> => {
  const term = tenure?.term ?? null
  const { openMarkets, openRemoteFeed } = marketsModule.provides
  const feed =
    tenure === null || platform.settings.ROLES.includes('market')
      ? undefined
      : await openRemoteFeed({ ...platform, messages, ...{ leaderTerm: tenure.term, stopped: tenure.ended } })
  const markets = await openMarkets(platform, feed)
  markets.onMessage((topic, message) => messages.publish('market', { topic, message, term }))
  markets.onTick(({ symbol }) => metrics.ticks.inc({ symbol }))
  return markets
}

/** Answers engines in other processes about the markets. */
const serveEnginesElsewhere = (
  { platform, messages }: LeaderDeps,
  markets: Markets,
  tenure: Tenure | null,
  closing: Shutdown,
): void => {
  if (tenure === null) return
  const exitsAt = optionsModule.provides.exitsAt({ ...platform, markets })
  const source = { ...markets, minutes: markets, options: { isClockSteady: markets.isClockSteady, exitsAt } }
  closing.later(marketsModule.provides.serveTicks(platform, source, messages, tenure.term))
}

/**
 * Opens the engine: of all customers where the process is alone, else of those on whom no engine elsewhere decides, which is
 * asked about the others.
 */
const openEngines = async (
  { platform, messages, holders }: LeaderDeps,
  markets: Markets,
  tenure: Tenure | null,
) => {
  const { openEngine, requireMarketsOfOrders, routeEngine, servePartitions } = contractsModule.provides
  const deps = { ...platform, markets }
  await requireMarketsOfOrders(deps)
  const own = await openEngine(deps, tenure === null ? 'all' : 'share')
  const isShared = tenure !== null && holders !== undefined
  const { shareOfLeader } = optionsModule.provides
  const { runsOfLeader } = aiModule.provides
  return {
    /** Whose options this process settles; of all customers where it is alone. */
    optionShare: isShared
      ? shareOfLeader(platform.settings, own, (partition) => holders.engineOf(partition, 'options') !== null)
      : undefined,
    /** Whose runs of AI ordering this process drives; of all customers where it is alone. */
    runShare: isShared
      ? runsOfLeader(platform.settings, own, (partition) => holders.engineOf(partition, 'ai') !== null)
      : undefined,
    engine: isShared ? routeEngine({ ...deps, engine: own, holders }) : own,
    contractRoutes: contractsModule.routes({
      ...{ ...deps, engine: own },
      ...(isShared ? { onlyHeld: true as const } : {}),
    }),
    assertDecides: async (path: Path, uid: number) => {
      if (isShared && callGroupOf(path) === 'contracts') await own.assertDecides(uid)
    },
    servePartitions: (answerCall: (call: unknown) => Promise<unknown>) =>
      servePartitions({
        ...{ messages, engine: own, log: platform.log, answerCall, isLeader: true },
        alsoAnswers: () => ['options', 'ai'],
        // No process numbers ticks but this one.
        untilHeard: async () => undefined,
      }),
  }
}

/**
 * Opens markets, engine, settlement, events, sample and jobs.
 *
 * @param tenure null where the process is alone
 */
export const openLeader = async (
  deps: LeaderDeps,
  tenure: Tenure | null,
  closing: Shutdown,
): Promise<Leader> => {
  const { platform, messages, metrics, uploads } = deps
  const { settings } = platform
  // Closed behind everything that settles or records, so that the last heads name the last records.
  let trust: Trust | null = null
  closing.later(async () => trust?.close())
  const markets = await startMarkets(deps, tenure)
  closing.later(markets.close)
  serveEnginesElsewhere(deps, markets, tenure, closing)
  const { optionShare, runShare, ...engines } = await openEngines(deps, markets, tenure)
  const { engine, contractRoutes, servePartitions, assertDecides } = engines
  closing.later(engine.close)
  const settling = await optionsModule.provides.startSettlementWorker({
    ...{ ...platform, markets },
    ...(optionShare === undefined ? {} : { share: optionShare }),
  })
  closing.later(settling.close)
  const alerts = await alertsModule.provides.openAlerts({ ...platform, markets })
  closing.later(alerts.close)
  trust = await trustModule.provides.openTrust(platform, markets, liabilityParts, openChains(settings))
  const pools = contractsModule.provides.createPools({ ...platform, markets, engine })
  const midnights = midnightsOf({ ...platform, markets, pools }, trust.reports)
  await midnights.prepare()
  if (settings.MODE === 'practice')
    await practiceModule.provides.seedSample({
      ...uploads,
      ...{ markets, pools, heads: drawHeadsOf(markets) },
      ...programDepsOf(platform),
    })
  const deposits = depositsModule.provides.startDepositChecks(platform)
  closing.later(deposits.close)
  const stopWaking = messages.subscribe('deposits', deposits.wake)
  closing.later(async () => stopWaking())
  const { reports } = trust
  const parts = {
    ...{ metrics, markets, engine, contractRoutes },
    ...{ settling, midnights, reports, pools, alerts, messages },
  }
  const routes = leaderRoutesOf(platform, parts)
  const facts = startEventDispatcher({
    platform,
    listeners: listenersOf({ ...platform, markets, engine, pools }),
    messages,
    metrics,
  })
  closing.later(facts.close)
  // Before sign-in is possible, so that no visitor sees an incomplete sample.
  if (settings.MODE === 'practice')
    await practiceModule.provides.seedDemoHistory({ ...platform, markets, engine, settling })
  startWatches({ ...platform, markets, pools }, closing, metrics)
  closing.later(midnights.start().close)
  const share = runShare === undefined ? {} : { share: runShare }
  startDrivers({ ...platform, markets, engine, pools, ...share }, closing, deps)
  const delivery = await notificationsModule.provides.startDeliveryWorker({ platform, metrics })
  closing.later(delivery.close)
  const files = {
    dataExport: privacyModule.provides.createDataExport({
      ...{ ...platform, markets, engine, pools },
      personalData,
    }),
    tradesFile: performanceModule.provides.createTradesFile({ ...platform, markets }),
  }
  return {
    routes,
    files,
    servePartitions,
    assertDecides,
    missing: () => (markets.status().connected ? [] : ['feed']),
  }
}
