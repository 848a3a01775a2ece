import { resolve } from 'node:path'
import { aiListeners } from './ai/index.ts'
import { openAlerts } from './alerts/index.ts'
import { getSetting, securityPages } from './content/index.ts'
import {
  type ContractDeps,
  cancelOrdersOfLocked,
  contractListeners,
  type Engine,
  openEngine,
} from './contracts/index.ts'
import { createPools } from './copyPools.ts'
import { depositPages, openChains, startDepositChecks } from './deposits/index.ts'
import { addressesOf, startupBanner } from './greeting.ts'
import {
  authenticateCustomer,
  countryPage,
  findApiKeyOf,
  findStepUpStatus,
  streamSessions,
} from './identity/index.ts'
import { investListeners, type Pools } from './invest/index.ts'
import { startDrivers, startRecurringJobs } from './jobs.ts'
import { noteKycPictureView } from './kyc/index.ts'
import { loadLedgerStatus } from './ledger/index.ts'
import { missingForLive } from './liveMode.ts'
import { type Markets, openMarkets } from './markets/index.ts'
import { startDeliveryWorker } from './notifications/index.ts'
import { createShutdown, openPlatform, type Shutdown } from './openPlatform.ts'
import { startSettlementWorker } from './options/index.ts'
import { performancePages } from './performance/index.ts'
import {
  assertPortFree,
  buildHttp,
  createMetrics,
  listen,
  openPush,
  type Platform,
  type Settings,
  startEventDispatcher,
} from './platform/index.ts'
import { seedDemoHistory, seedSample } from './practice/index.ts'
import { privacyPages } from './privacy/index.ts'
import { listIncomeSources, referralListeners } from './referral/index.ts'
import { drawHeadsOf, liabilityParts, midnightsOf, programDepsOf, routesOf } from './routes.ts'
import { authenticateStaff } from './staff/index.ts'
import { applicationsCsv } from './subscription/index.ts'
import { newestReceiptHash, openTrust, type Trust, trustPages } from './trust/index.ts'
import { openUploads, type PictureViewers, uploadPages, uploadRoutes } from './uploads/index.ts'
import { walletPages } from './wallets/index.ts'

export type Server = {
  readonly address: string
  /** Where the staff console is; the same unless it has a listener of its own. */
  readonly consoleAddress: string
  /** Port of that listener; null where there is none. */
  readonly consolePort: number | null
  /** What is printed once everything is ready. */
  readonly greeting: string
  readonly close: () => Promise<void>
}

const pagesFolder = (app: string): string => resolve(import.meta.dirname, '..', '..', app, 'dist')

export type ServerOptions = {
  /** Refuses answers with unknown fields instead of cutting them; for tests. */
  readonly refuseUnknownFields?: boolean
  /** False: the sample leads do not trade by themselves; for tests. */
  readonly leadBots?: boolean
  /** Hears that the embedded database ended for good; without it the reason is thrown and ends the process. */
  readonly databaseLost?: (reason: Error) => void
}

/** What serves other things than calls: pictures, files, pages and the webhook of the gateway. */
const pluginsOf = (
  platform: Platform & { readonly markets: Markets },
  uploads: ReturnType<typeof openUploads>,
  sessions: Pick<PictureViewers, 'customerOf' | 'staffOf'>,
  wakeDeposits: () => void,
) => [
  uploadPages(uploads, {
    ...sessions,
    staffSaw: (member, picture) => noteKycPictureView(platform, member, picture),
  }),
  countryPage(platform),
  trustPages(platform),
  securityPages(platform),
  walletPages({
    ...platform,
    receiptHashOf: newestReceiptHash,
    sourcesOf: listIncomeSources,
    applicationsCsv,
  }),
  performancePages(platform),
  depositPages(platform, wakeDeposits),
  privacyPages(platform),
]

/** Everything that hears of domain events. */
const listenersOf = (deps: Platform & ContractDeps & { readonly engine: Engine; readonly pools: Pools }) => [
  ...contractListeners(deps.engine, (uid) => cancelOrdersOfLocked(deps, uid)),
  ...referralListeners,
  ...investListeners(deps),
  ...aiListeners(deps),
]

/** Who a session token of a customer, or of staff, belongs to. */
const sessionsOf = ({ clock, database }: Platform) => ({
  customerOf: (token: string) => authenticateCustomer(database.db, clock, token),
  staffOf: (token: string) => authenticateStaff(database.db, clock, token),
})

/** Opens the uploads with the quota of the settings. */
const openPictures = (platform: Platform) =>
  openUploads(platform, async () => ({
    daily: await getSetting(platform.database.db, 'upload_daily'),
    total: await getSetting(platform.database.db, 'upload_total'),
  }))

/** Opens the stream and connects it to what the markets say. */
const startPush = (
  app: ReturnType<typeof buildHttp>,
  platform: Platform,
  markets: Markets,
  customerOf: (token: string) => ReturnType<typeof authenticateCustomer>,
  metrics: ReturnType<typeof createMetrics>,
) => {
  const symbols = new Set(markets.products().map(({ symbol }) => symbol))
  const isSymbol = (symbol: string): boolean => symbols.has(symbol)
  const push = openPush({ app, platform, customerOf, ...streamSessions(platform), isSymbol, metrics })
  markets.onMessage(push.publish)
  markets.onTick(({ symbol }) => metrics.ticks.inc({ symbol }))
  return push
}

const open = async (
  settings: Settings,
  closing: Shutdown,
  options: ServerOptions,
): Promise<Omit<Server, 'greeting' | 'close'> & { readonly lacking: readonly string[] }> => {
  await assertPortFree(settings.HOST, settings.PORT)
  const platform = await openPlatform(settings, closing, options.databaseLost)
  const { clock, database } = platform
  const metrics = createMetrics()
  // Before anything can place an order.
  await loadLedgerStatus(platform)
  // Closed behind everything that settles or records, so that the last heads name the last records.
  let trust: Trust | null = null
  closing.later(async () => trust?.close())
  const markets = await openMarkets(platform)
  closing.later(markets.close)
  const engine = await openEngine({ ...platform, markets })
  closing.later(engine.close)
  const settler = await startSettlementWorker({ ...platform, markets })
  closing.later(settler.close)
  const alerts = await openAlerts({ ...platform, markets })
  closing.later(alerts.close)
  trust = await openTrust(platform, markets, liabilityParts, openChains(settings))
  const pools = createPools({ ...platform, markets, engine })
  const midnights = midnightsOf({ ...platform, markets, pools }, trust.reports)
  await midnights.prepare()
  const uploads = openPictures(platform)
  if (settings.MODE === 'practice')
    await seedSample({
      ...uploads,
      ...{ markets, pools, heads: drawHeadsOf(markets) },
      ...programDepsOf(platform),
    })
  const sessions = sessionsOf(platform)
  const deposits = startDepositChecks(platform)
  closing.later(deposits.close)
  const app = buildHttp({
    ...{ platform, metrics, ...options },
    routes: routesOf(platform, metrics, markets, engine, settler, midnights, trust.reports, pools, alerts),
    ...sessions,
    stepUpOf: (who) => findStepUpStatus(database.db, clock, who),
    apiKeyOf: findApiKeyOf(platform),
    fileRoutes: uploadRoutes(uploads),
    plugins: pluginsOf({ ...platform, markets }, uploads, sessions, deposits.wake),
    missing: () => (markets.status().connected ? [] : ['feed']),
    pages: { web: pagesFolder('web'), staff: pagesFolder('staff') },
  })
  closing.later(() => app.close())
  const push = startPush(app, platform, markets, sessions.customerOf, metrics)
  closing.later(push.close)
  const facts = startEventDispatcher({
    platform,
    listeners: listenersOf({ ...platform, markets, engine, pools }),
    sendToCustomer: push.sendToCustomer,
    metrics,
  })
  closing.later(facts.close)
  // Before sign-in is possible, so that no visitor sees an incomplete sample.
  if (settings.MODE === 'practice') await seedDemoHistory({ ...platform, markets, settling: settler })
  startRecurringJobs({ ...platform, markets, pools }, closing, metrics, uploads)
  closing.later(midnights.start().close)
  startDrivers({ ...platform, markets, engine, pools }, closing, options)
  const delivery = await startDeliveryWorker({ platform, metrics })
  closing.later(delivery.close)
  const port = await listen(app, settings.HOST, settings.PORT)
  const consolePort = await app.consoleListener.listen()
  const lacking = settings.MODE === 'live' ? await missingForLive(settings, database.db) : []
  return { ...addressesOf(settings, port, consolePort), consolePort, lacking }
}

/**
 * Opens the whole product: data folder, database, markets, calls, pages and push. Whatever fails on the way
 * closes what was already open and throws its reason.
 */
export const startServer = async (settings: Settings, options: ServerOptions = {}): Promise<Server> => {
  const closing = createShutdown()
  try {
    const { address, consoleAddress, consolePort, lacking } = await open(settings, closing, options)
    const greeting = startupBanner(settings, address, consoleAddress, lacking)
    return { address, consoleAddress, consolePort, greeting, close: closing.now }
  } catch (error) {
    // What failed first is told; closing what it left half open may fail as well.
    await closing.now().catch(() => undefined)
    throw error
  }
}
