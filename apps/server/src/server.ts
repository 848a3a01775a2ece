import { resolve } from 'node:path'
import { aiRoutes, aiStaffRoutes } from './ai/index.ts'
import { consoleRoutes, healthRoutes, startAlertMetrics } from './console/index.ts'
import {
  contentRoutes,
  contentStaffRoutes,
  getSetting,
  isCountrySupported,
  securityPages,
} from './content/index.ts'
import {
  cancelOrdersOfLocked,
  contractListeners,
  contractRoutes,
  type Engine,
  isTradingReserveSufficient,
  maxTransferOutOf,
  openEngine,
} from './contracts/index.ts'
import { drawingRoutes } from './drawings/index.ts'
import {
  btcpayWebhook,
  depositReviews,
  fundingPages,
  fundingRoutes,
  openChains,
  startDepositChecks,
  withdrawalReviews,
  withdrawalRoutes,
} from './funding/index.ts'
import {
  authenticateCustomer,
  countryPage,
  findApiKeyOf,
  findStepUpStatus,
  identityRoutes,
  purgeAttempts,
  purgeExpiredSessions,
  runLostFactors,
  startPurgeJobs,
  streamSessions,
  verifyWithdrawPassword,
} from './identity/index.ts'
import { invariants } from './invariants.ts'
import {
  accrueInterest,
  endOrders,
  hasWealthProduct,
  investRoutes,
  investStaffRoutes,
  settleRedemptions,
} from './invest/index.ts'
import { leavingPages, leavingRoutes } from './leaving/index.ts'
import { type LedgerStatus, loadLedgerStatus, startLedgerChecks } from './ledger/index.ts'
import { missingForLive } from './liveMode.ts'
import {
  bringTermsForward,
  createSettingTerms,
  type Markets,
  marketRoutes,
  openMarkets,
} from './markets/index.ts'
import { startDeliveryWorker } from './notifications/index.ts'
import { optionRoutes, type SettlementWorker, startSettlementWorker } from './options/index.ts'
import { pinMode } from './platform/database/databaseMode.ts'
import { startEmbeddedPostgres } from './platform/database/embedded.ts'
import { lockDataDir } from './platform/database/folder.ts'
import {
  embeddedRole,
  migrateDatabase,
  migrateForProduct,
  openProductRole,
} from './platform/database/productRole.ts'
import { holdDatabase } from './platform/database/soleProcess.ts'
import { supervise } from './platform/database/supervisor.ts'
import {
  type AnyRoute,
  assertPortFree,
  buildHttp,
  consoleOrigin,
  createLog,
  createMetrics,
  createMidnightRun,
  type Database,
  type Log,
  listen,
  type Metrics,
  type MidnightRun,
  openDatabase,
  openPush,
  openSecrets,
  type Platform,
  randomToken,
  type Settings,
  startEventDispatcher,
  systemClock,
} from './platform/index.ts'
import {
  calendarOffset,
  demo,
  findStoredMode,
  loadSampleContent,
  openCalendar,
  practiceRoutes,
  sampleStaff,
  seedInvestments,
  seedOptions,
  seedPracticeData,
  seedTrades,
  seedWithdrawals,
} from './practice/index.ts'
import { protectionRoutes } from './protection/index.ts'
import { startResealing } from './resealing.ts'
import { complaintReviews, complaintRoutes, reviewRoutes, startQueueMetrics } from './reviews/index.ts'
import { authenticateStaff, staffRoutes, startAuditJob } from './staff/index.ts'
import { openTrust, type Trust, trustPages, trustRoutes } from './trust/index.ts'
import { openUploads, startSweeping, uploadPages, uploadRoutes } from './uploads/index.ts'
import { walletPages, walletRoutes } from './wallets/index.ts'

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

/** What was opened, so that it can be closed in the opposite order, also when a later step fails. */
const createShutdown = () => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    later: (step: () => Promise<unknown>): void => void steps.unshift(step),
    /** Takes every step, also when one before it fails; throws the first failure. */
    now: async (): Promise<void> => {
      const failures: unknown[] = []
      for (const step of steps.splice(0)) await step().catch((error: unknown) => void failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}

type Shutdown = ReturnType<typeof createShutdown>

/** Starts the embedded database and keeps it running; returns its address. */
const openEmbedded = async (
  folder: string,
  { PORT, DATABASE_ARCHIVE_DIR }: Settings,
  log: Log,
  closing: Shutdown,
  gaveUp: (reason: Error) => void,
): Promise<string> => {
  const embedded = await startEmbeddedPostgres(folder, PORT + 1, undefined, undefined, DATABASE_ARCHIVE_DIR)
  if (embedded.adopted) log.warn({ pid: embedded.pid }, 'adopted running embedded postgres')
  closing.later(supervise(embedded, { log, gaveUp }).stop)
  return embedded.url
}

/** Migrates as the owner of the database and returns the address the product works with, as a role that owns nothing. */
const openOwned = async (
  { DATABASE_URL, DATABASE_MIGRATION_URL }: Settings,
  embedded: () => Promise<string>,
): Promise<{ readonly url: string; readonly migrated: readonly string[] }> => {
  if (DATABASE_URL !== undefined)
    return { url: DATABASE_URL, migrated: await migrateDatabase(DATABASE_URL, DATABASE_MIGRATION_URL) }
  const owner = await embedded()
  const url = await openProductRole(owner, randomToken())
  return { url, migrated: await migrateForProduct(owner, embeddedRole) }
}

const openPlatform = async (
  settings: Settings,
  closing: Shutdown,
  { databaseLost = throwIt }: ServerOptions,
): Promise<Platform> => {
  const log = createLog(settings.LOG_LEVEL)
  const folder = await lockDataDir(settings.DATA_DIR)
  closing.later(folder.release)
  const { url, migrated } = await openOwned(settings, () =>
    openEmbedded(folder.path, settings, log, closing, databaseLost),
  )
  if (settings.MODE === 'live') closing.later((await holdDatabase(url, log)).release)
  const database: Database = openDatabase(url, settings.DATABASE_POOL)
  closing.later(database.close)
  if (migrated.length > 0) log.info({ migrated }, 'brought the database up to date')
  await pinMode(database.db, settings.MODE, () => findStoredMode(database.db))
  const clock = systemClock(settings.MODE === 'practice' ? await calendarOffset(database.db) : 0)
  return {
    settings,
    log,
    clock,
    database,
    secrets: await openSecrets(database.db, settings.SECRET_KEY, settings.SECRET_KEY_FORMER),
  }
}

/** The run of every midnight; steps of modules that do not exist yet are left out. */
const midnightsOf = (platform: Platform): MidnightRun =>
  createMidnightRun(platform, {
    interestAccruals: (midnight) => accrueInterest(platform, midnight),
    endedOrders: (midnight) => endOrders(platform, midnight),
    redemptions: (midnight) => settleRedemptions(platform, midnight),
  })

/** Everything that waits for staff; each room offers its own. */
const reviewKindsOf = (platform: Platform) => [
  depositReviews(platform),
  withdrawalReviews(platform),
  complaintReviews(platform),
]

const routesOf = (
  platform: Platform,
  metrics: Metrics,
  markets: Markets,
  engine: Engine,
  settling: SettlementWorker,
  midnights: MidnightRun,
): AnyRoute[] => {
  const contracts = { ...platform, markets, engine }
  const calendar = openCalendar(platform, [
    { name: 'run the midnights that were passed', run: midnights.run },
    { name: 'forget expired sessions', run: () => purgeExpiredSessions(platform) },
    { name: 'take lost second factors away', run: () => runLostFactors(platform) },
    { name: 'forget old tries', run: () => purgeAttempts(platform) },
    { name: 'bring announced terms forward', run: () => bringTermsForward(contracts) },
  ])
  return [
    ...identityRoutes({
      ...platform,
      isOffered: (telcode) => isCountrySupported(platform.database.db, telcode),
    }),
    ...staffRoutes(platform),
    ...marketRoutes(markets, platform),
    ...trustRoutes(platform),
    ...drawingRoutes(contracts),
    ...walletRoutes({
      ...contracts,
      isReserveSufficient: (tx, left) => isTradingReserveSufficient(tx, markets, left),
      mayLeave: (tx, uid, levertype) => maxTransferOutOf(contracts, tx, uid, levertype),
      verifyWithdrawPassword: (uid, password) => verifyWithdrawPassword(platform, uid, password),
    }),
    ...fundingRoutes(platform),
    ...withdrawalRoutes({ ...platform, hasProduct: (db, uid) => hasWealthProduct(platform, db, uid) }),
    ...complaintRoutes(platform),
    ...reviewRoutes({ ...platform, kinds: reviewKindsOf(platform) }),
    ...contentRoutes(platform),
    ...contentStaffRoutes({ ...platform, changeTerms: createSettingTerms(contracts) }),
    ...protectionRoutes(platform),
    ...contractRoutes(contracts),
    ...optionRoutes({ ...platform, markets, settling }),
    ...aiRoutes(platform),
    ...investRoutes({
      ...platform,
      verifyWithdrawPassword: (uid, password) => verifyWithdrawPassword(platform, uid, password),
    }),
    ...aiStaffRoutes(platform),
    ...investStaffRoutes(platform),
    ...leavingRoutes(contracts),
    ...consoleRoutes(contracts),
    ...practiceRoutes({ ...platform, markets, invariants, calendar }),
    ...healthRoutes({ ...platform, markets, metrics, invariants }),
  ]
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
      ...sampleStaff.map(({ email, password }) => `  staff      ${email} / ${password}`),
      `  codes sent by mail or phone are read at POST ${address}/api/practice/outbox (to=…), and on the register page`,
    )
  return lines.join('\n')
}

export type ServerOptions = {
  /** Refuses answers with unknown fields instead of cutting them; for tests. */
  readonly refuseUnknownFields?: boolean
  /** Hears that the embedded database ended for good; without it the reason is thrown and ends the process. */
  readonly databaseLost?: (reason: Error) => void
}

const throwIt = (reason: Error): never => {
  throw reason
}

/** Trades for the demo customer; a start that finds it done is not held up. */
const seedDemoHistory = async (deps: Parameters<typeof seedOptions>[0]): Promise<void> => {
  await seedTrades(deps, 3000)
  await seedOptions(deps, 10_000)
}

/** Starts what runs at intervals: purges, the audit check, the figures of queues and alerts, the sweep of pictures. */
const startRecurringJobs = (
  platform: Platform & { readonly markets: Markets },
  closing: Shutdown,
  metrics: Metrics,
  uploads: ReturnType<typeof openUploads>,
): void => {
  closing.later(startPurgeJobs(platform).close)
  closing.later(startAuditJob(platform).close)
  closing.later(startQueueMetrics({ ...platform, metrics, kinds: reviewKindsOf(platform) }).close)
  closing.later(startSweeping(uploads).close)
  const report = ({ broken }: LedgerStatus): void => {
    metrics.ledgerBroken.set(broken.length)
    metrics.ledgerChecks.inc({ outcome: broken.length === 0 ? 'sound' : 'broken' })
  }
  closing.later(startLedgerChecks({ ...platform, invariants, report }).close)
  closing.later(startAlertMetrics({ ...platform, metrics }).close)
  closing.later(startResealing(uploads).close)
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
  const platform = await openPlatform(settings, closing, options)
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
  trust = await openTrust(platform, markets)
  const midnights = midnightsOf(platform)
  await midnights.prepare()
  if (settings.MODE === 'practice') {
    await seedPracticeData({ ...platform, markets })
    await loadSampleContent(platform)
    await seedWithdrawals(platform)
    await seedInvestments(platform)
  }
  const customer = (token: string) => authenticateCustomer(database.db, clock, token)
  const staff = (token: string) => authenticateStaff(database.db, clock, token)
  const uploads = openUploads(platform, async () => ({
    daily: await getSetting(database.db, 'upload_daily'),
    total: await getSetting(database.db, 'upload_total'),
  }))
  const deposits = startDepositChecks({ ...platform, chains: openChains(settings) })
  closing.later(deposits.close)
  const app = buildHttp({
    ...{ platform, metrics, ...options },
    routes: routesOf(platform, metrics, markets, engine, settler, midnights),
    customerOf: customer,
    staffOf: staff,
    stepUpOf: (who) => findStepUpStatus(database.db, clock, who),
    apiKeyOf: findApiKeyOf(platform),
    fileRoutes: uploadRoutes(uploads),
    plugins: [
      uploadPages(uploads, { customerOf: customer, staffOf: staff }),
      countryPage(platform),
      trustPages(platform),
      securityPages(platform),
      walletPages(platform),
      fundingPages(platform),
      btcpayWebhook(platform, deposits.wake),
      leavingPages({ ...platform, markets }),
    ],
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
  const listeners = contractListeners(engine, (uid) =>
    cancelOrdersOfLocked({ ...platform, markets, engine }, uid),
  )
  const facts = startEventDispatcher({ platform, listeners, tell: push.tell, metrics })
  closing.later(facts.close)
  // Before anybody can sign in, so that nobody sees the sample being made.
  if (settings.MODE === 'practice') await seedDemoHistory({ ...platform, markets, settling: settler })
  startRecurringJobs({ ...platform, markets }, closing, metrics, uploads)
  closing.later(midnights.start().close)
  const delivery = await startDeliveryWorker({ platform, metrics })
  closing.later(delivery.close)
  const port = await listen(app, settings.HOST, settings.PORT)
  const consolePort = await app.consoleListener.listen()
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
  const lacking = settings.MODE === 'live' ? await missingForLive(settings, database.db) : []
  const address = `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
  const consoleAddress =
    consolePort === null ? address : consoleOrigin({ ...settings, CONSOLE_PORT: consolePort })
  return { address, consoleAddress, consolePort, lacking }
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
