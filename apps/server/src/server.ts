import { resolve } from 'node:path'
import { aiListeners, startAiWorker, startBacktests } from './ai/index.ts'
import { startAlertMetrics } from './console/index.ts'
import { getSetting, securityPages } from './content/index.ts'
import {
  type ContractDeps,
  cancelOrdersOfLocked,
  contractListeners,
  type Engine,
  openEngine,
} from './contracts/index.ts'
import { createPools } from './copyPools.ts'
import { depositPages, startDepositChecks } from './deposits/index.ts'
import {
  authenticateCustomer,
  countryPage,
  findApiKeyOf,
  findStepUpStatus,
  startPurgeJobs,
  streamSessions,
} from './identity/index.ts'
import { invariants } from './invariants.ts'
import { investListeners, type Pools, startPoolWatch } from './invest/index.ts'
import { noteKycPictureView, startIdentityPurge } from './kyc/index.ts'
import { type LedgerStatus, loadLedgerStatus, startLedgerChecks } from './ledger/index.ts'
import { missingForLive } from './liveMode.ts'
import { type Markets, openMarkets } from './markets/index.ts'
import { startDeliveryWorker, startNoticePurge } from './notifications/index.ts'
import { createShutdown, openPlatform, type Shutdown } from './openPlatform.ts'
import { startSettlementWorker } from './options/index.ts'
import {
  assertPortFree,
  buildHttp,
  consoleOrigin,
  createMetrics,
  listen,
  type Metrics,
  openPush,
  type Platform,
  type Settings,
  startEventDispatcher,
} from './platform/index.ts'
import {
  demo,
  hasLeadBots,
  loadSampleContent,
  sampleLeads,
  sampleStaff,
  seedCommunity,
  seedCopying,
  seedInvestments,
  seedOptions,
  seedPracticeData,
  seedSubscriptions,
  seedTrades,
  seedWithdrawals,
  startLeadBots,
} from './practice/index.ts'
import { privacyPages } from './privacy/index.ts'
import { listIncomeSources, referralListeners } from './referral/index.ts'
import { startResealing } from './resealing.ts'
import { startQueueMetrics } from './reviews/index.ts'
import { drawHeadsOf, liabilityParts, midnightsOf, reviewKindsOf, routesOf } from './routes.ts'
import { authenticateStaff, startStaffJobs } from './staff/index.ts'
import { startIssueWatch } from './subscription/index.ts'
import { newestReceiptHash, openTrust, type Trust, trustPages } from './trust/index.ts'
import {
  openUploads,
  type PictureViewers,
  startSweeping,
  uploadPages,
  uploadRoutes,
} from './uploads/index.ts'
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

const startupBanner = (
  settings: Settings,
  address: string,
  consoleAddress: string,
  lacking: readonly string[],
): string => {
  const lines = [
    `Glasshouse is open: ${address}`,
    `  calls      ${address}/api/docs`,
    `  console    ${consoleAddress}/console`,
    ...lacking.map((sentence) => `  not yet    ${sentence}`),
  ]
  if (settings.MODE === 'practice')
    lines.push(
      `  PRACTICE   play money; prices from ${settings.MARKET_FEED}`,
      `  customer   ${demo.email} / ${demo.password}   (referral code of the house: 10000)`,
      ...sampleLeads.map(({ email, password }) => `  lead       ${email} / ${password}`),
      ...sampleStaff.map(({ email, password }) => `  staff      ${email} / ${password}`),
      `  codes sent by mail or phone are read at POST ${address}/api/practice/outbox (to=…), and on the register page`,
    )
  return lines.join('\n')
}

export type ServerOptions = {
  /** Refuses answers with unknown fields instead of cutting them; for tests. */
  readonly refuseUnknownFields?: boolean
  /** False: the sample leads do not trade by themselves; for tests. */
  readonly leadBots?: boolean
  /** Hears that the embedded database ended for good; without it the reason is thrown and ends the process. */
  readonly databaseLost?: (reason: Error) => void
}

/** Trades for the demo customer; a start that finds it done is not held up. */
const seedDemoHistory = async (deps: Parameters<typeof seedOptions>[0]): Promise<void> => {
  await seedTrades(deps, 10_000)
  await seedOptions(deps, 10_000)
}

/** Makes the practice sample that needs no price. */
const seedSample = async (
  deps: Platform & { readonly markets: Markets; readonly pools: Pools },
): Promise<void> => {
  await seedPracticeData(deps)
  await loadSampleContent(deps)
  await seedWithdrawals(deps)
  await seedInvestments(deps)
  await seedCopying(deps)
  await seedCommunity(deps)
  await seedSubscriptions({ ...deps, heads: drawHeadsOf(deps.markets) })
}

/** The addresses a started product is reached at. */
const addressesOf = (
  settings: Settings,
  port: number,
  consolePort: number | null,
): { readonly address: string; readonly consoleAddress: string } => {
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
  const address = `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
  const consoleAddress =
    consolePort === null ? address : consoleOrigin({ ...settings, CONSOLE_PORT: consolePort })
  return { address, consoleAddress }
}

/** Starts what runs at intervals: purges, the audit check, the figures of queues and alerts, the sweep of pictures. */
const startRecurringJobs = (
  platform: Platform & { readonly markets: Markets; readonly pools: Pools },
  closing: Shutdown,
  metrics: Metrics,
  uploads: ReturnType<typeof openUploads>,
): void => {
  closing.later(startPurgeJobs(platform).close)
  closing.later(startNoticePurge(platform).close)
  closing.later(startStaffJobs(platform).close)
  closing.later(
    startQueueMetrics({ ...platform, metrics, kinds: reviewKindsOf(platform, platform.pools) }).close,
  )
  closing.later(startSweeping(uploads).close)
  closing.later(startIdentityPurge(platform).close)
  const report = ({ broken }: LedgerStatus): void => {
    metrics.ledgerBroken.set(broken.length)
    metrics.ledgerChecks.inc({ outcome: broken.length === 0 ? 'sound' : 'broken' })
  }
  closing.later(startLedgerChecks({ ...platform, invariants, report }).close)
  closing.later(startAlertMetrics({ ...platform, metrics }).close)
  closing.later(startBacktests(platform).close)
  closing.later(startResealing(uploads).close)
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
  walletPages({ ...platform, receiptHashOf: newestReceiptHash, sourcesOf: listIncomeSources }),
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

/** Starts what acts for customers by itself: copy pools, runs of AI ordering, and the sample leads of practice. */
const startDrivers = (
  deps: Parameters<typeof startPoolWatch>[0] &
    Parameters<typeof startAiWorker>[0] &
    Parameters<typeof startLeadBots>[0] & { readonly markets: Markets },
  closing: Shutdown,
  options: ServerOptions,
): void => {
  closing.later(startPoolWatch(deps).close)
  closing.later(startAiWorker(deps).close)
  if (options.leadBots !== false && hasLeadBots(deps.settings)) closing.later(startLeadBots(deps).close)
  closing.later(startIssueWatch({ ...deps, heads: drawHeadsOf(deps.markets) }).close)
}

const open = async (
  settings: Settings,
  closing: Shutdown,
  options: ServerOptions,
): Promise<{
  readonly address: string
  readonly consoleAddress: string
  readonly consolePort: number | null
  readonly lacking: readonly string[]
}> => {
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
  trust = await openTrust(platform, markets, liabilityParts)
  const pools = createPools({ ...platform, markets, engine })
  const midnights = midnightsOf({ ...platform, markets, pools }, trust.reports)
  await midnights.prepare()
  if (settings.MODE === 'practice') await seedSample({ ...platform, markets, pools })
  const customer = (token: string) => authenticateCustomer(database.db, clock, token)
  const staff = (token: string) => authenticateStaff(database.db, clock, token)
  const uploads = openUploads(platform, async () => ({
    daily: await getSetting(database.db, 'upload_daily'),
    total: await getSetting(database.db, 'upload_total'),
  }))
  const deposits = startDepositChecks(platform)
  closing.later(deposits.close)
  const app = buildHttp({
    ...{ platform, metrics, ...options },
    routes: routesOf(platform, metrics, markets, engine, settler, midnights, trust.reports, pools),
    customerOf: customer,
    staffOf: staff,
    stepUpOf: (who) => findStepUpStatus(database.db, clock, who),
    apiKeyOf: findApiKeyOf(platform),
    fileRoutes: uploadRoutes(uploads),
    plugins: pluginsOf(
      { ...platform, markets },
      uploads,
      { customerOf: customer, staffOf: staff },
      deposits.wake,
    ),
    missing: () => (markets.status().connected ? [] : ['feed']),
    pages: { web: pagesFolder('web'), staff: pagesFolder('staff') },
  })
  closing.later(() => app.close())
  const symbols = new Set(markets.products().map(({ symbol }) => symbol))
  const isSymbol = (symbol: string): boolean => symbols.has(symbol)
  const sockets = { customerOf: customer, ...streamSessions(platform) }
  const push = openPush({ app, platform, ...sockets, isSymbol, metrics })
  closing.later(push.close)
  markets.onMessage(push.publish)
  markets.onTick(({ symbol }) => metrics.ticks.inc({ symbol }))
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
