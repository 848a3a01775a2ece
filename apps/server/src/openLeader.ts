import { aiListeners } from './ai/index.ts'
import { openAlerts } from './alerts/index.ts'
import {
  type ContractDeps,
  cancelOrdersOfLocked,
  contractListeners,
  type Engine,
  openEngine,
} from './contracts/index.ts'
import { createPools } from './copyPools.ts'
import { openChains, startDepositChecks } from './deposits/index.ts'
import { investListeners, type Pools } from './invest/index.ts'
import { startDrivers, startWatches } from './jobs.ts'
import { type Markets, openMarkets, openRemoteFeed } from './markets/index.ts'
import { startDeliveryWorker } from './notifications/index.ts'
import type { Shutdown } from './openPlatform.ts'
import { startSettlementWorker } from './options/index.ts'
import { createTradesFile, type TradesFile } from './performance/index.ts'
import { type Messages, startEventDispatcher } from './platform/events/index.ts'
import type { AnyRoute } from './platform/http/index.ts'
import type { Platform } from './platform/services/index.ts'
import type { Metrics } from './platform/telemetry/index.ts'
import { seedDemoHistory, seedSample } from './practice/index.ts'
import { createDataExport, type DataExport } from './privacy/index.ts'
import { referralListeners } from './referral/index.ts'
import { drawHeadsOf, leaderRoutesOf, liabilityParts, midnightsOf, programDepsOf } from './routes.ts'
import { openTrust, type Trust } from './trust/index.ts'
import type { openUploads } from './uploads/index.ts'

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
}

export type LeaderDeps = {
  readonly platform: Platform
  readonly messages: Messages
  readonly metrics: Metrics
  readonly uploads: ReturnType<typeof openUploads>
  /** False: the sample leads do not trade by themselves; for tests. */
  readonly leadBots?: boolean
}

/** Of which term and until when a process leads that may be replaced. */
export type Tenure = { readonly term: number; readonly ended: AbortSignal }

/** Everything that hears of domain events. */
const listenersOf = (deps: Platform & ContractDeps & { readonly engine: Engine; readonly pools: Pools }) => [
  ...contractListeners(deps.engine, (uid) => cancelOrdersOfLocked(deps, uid)),
  ...referralListeners,
  ...investListeners(deps),
  ...aiListeners(deps),
]

/** Opens the markets, and tells every process with open pages what they say. */
const startMarkets = async (
  { platform, messages, metrics }: LeaderDeps,
  tenure: Tenure | null,
): Promise<Markets> => {
  const term = tenure?.term ?? null
  const feed =
    tenure === null || platform.settings.ROLES.includes('market')
      ? undefined
      : await openRemoteFeed({ ...platform, messages, ...{ leaderTerm: tenure.term, stopped: tenure.ended } })
  const markets = await openMarkets(platform, feed)
  markets.onMessage((topic, message) => messages.publish('market', { topic, message, term }))
  markets.onTick(({ symbol }) => metrics.ticks.inc({ symbol }))
  return markets
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
  const engine = await openEngine({ ...platform, markets })
  closing.later(engine.close)
  const settling = await startSettlementWorker({ ...platform, markets })
  closing.later(settling.close)
  const alerts = await openAlerts({ ...platform, markets })
  closing.later(alerts.close)
  trust = await openTrust(platform, markets, liabilityParts, openChains(settings))
  const pools = createPools({ ...platform, markets, engine })
  const midnights = midnightsOf({ ...platform, markets, pools }, trust.reports)
  await midnights.prepare()
  if (settings.MODE === 'practice')
    await seedSample({
      ...uploads,
      ...{ markets, pools, heads: drawHeadsOf(markets) },
      ...programDepsOf(platform),
    })
  const deposits = startDepositChecks(platform)
  closing.later(deposits.close)
  const stopWaking = messages.subscribe('deposits', deposits.wake)
  closing.later(async () => stopWaking())
  const { reports } = trust
  const parts = { metrics, markets, engine, settling, midnights, reports, pools, alerts, messages }
  const routes = leaderRoutesOf(platform, parts)
  const facts = startEventDispatcher({
    platform,
    listeners: listenersOf({ ...platform, markets, engine, pools }),
    messages,
    metrics,
  })
  closing.later(facts.close)
  // Before sign-in is possible, so that no visitor sees an incomplete sample.
  if (settings.MODE === 'practice') await seedDemoHistory({ ...platform, markets, engine, settling })
  startWatches({ ...platform, markets, pools }, closing, metrics)
  closing.later(midnights.start().close)
  startDrivers({ ...platform, markets, engine, pools }, closing, deps)
  const delivery = await startDeliveryWorker({ platform, metrics })
  closing.later(delivery.close)
  const files = {
    dataExport: createDataExport({ ...platform, markets, engine }),
    tradesFile: createTradesFile({ ...platform, markets }),
  }
  return { routes, files, missing: () => (markets.status().connected ? [] : ['feed']) }
}
