import { setTimeout as wait } from 'node:timers/promises'
import { type BodyOf, calls, type DataOf, type Path, type RequestOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import type { FakeClock } from '@glasshouse/testkit/clock'
import { patientLimits } from '@glasshouse/testkit/patientLimits'
import { personalData } from '@glasshouse/testkit/personalData'
import fastify, { type FastifyInstance } from 'fastify'
import { aiRoutes, aiStaffRoutes } from '../../../apps/server/src/ai/index.fixture.ts'
import { communityRoutes } from '../../../apps/server/src/community/index.fixture.ts'
import { communityReviews } from '../../../apps/server/src/community/index.ts'
import { consoleRoutes } from '../../../apps/server/src/console/index.fixture.ts'
import { contentRoutes, contentStaffRoutes } from '../../../apps/server/src/content/index.fixture.ts'
import {
  cancelOrdersOfLocked,
  contractListeners,
  contractRoutes,
  createPools,
  maxTransferOutOf,
  openEngine,
  settleWallet,
} from '../../../apps/server/src/contracts/index.fixture.ts'
import type { ContractDeps, Engine } from '../../../apps/server/src/contracts/index.ts'
import { createSummaryOf } from '../../../apps/server/src/customerSummary.ts'
import { depositReviews, depositRoutes } from '../../../apps/server/src/deposits/index.fixture.ts'
import { destinationRoutes } from '../../../apps/server/src/destinations/index.fixture.ts'
import { eligibilityRoutes } from '../../../apps/server/src/eligibility/index.fixture.ts'
import { findCountry } from '../../../apps/server/src/eligibility/index.ts'
import {
  identityRoutes,
  purgeAttempts,
  purgeExpiredSessions,
} from '../../../apps/server/src/identity/index.fixture.ts'
import { authenticateCustomer, verifyWithdrawPassword } from '../../../apps/server/src/identity/index.ts'
import { kycRoutes } from '../../../apps/server/src/kyc/index.fixture.ts'
import { kycReviews } from '../../../apps/server/src/kyc/index.ts'
import type { Markets } from '../../../apps/server/src/markets/index.ts'
import {
  optionRoutes,
  type SettlementWorker,
  startSettlementWorker,
} from '../../../apps/server/src/options/index.fixture.ts'
import { createKeyedSemaphore } from '../../../apps/server/src/platform/concurrency/index.ts'
import { openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { startEventDispatcher } from '../../../apps/server/src/platform/events/index.ts'
import type {
  AnyRoute,
  CustomerIdentity,
  StaffIdentity,
} from '../../../apps/server/src/platform/http/index.ts'
import { assertPermitted } from '../../../apps/server/src/platform/http/permission.ts'
import { secretsFrom } from '../../../apps/server/src/platform/secrets/index.ts'
import type { Platform } from '../../../apps/server/src/platform/services/index.ts'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { createLog } from '../../../apps/server/src/platform/telemetry/index.ts'
import { type Calendar, openCalendar } from '../../../apps/server/src/practice/index.fixture.ts'
import {
  createDataExport,
  privacyPages,
  privacyRoutes,
} from '../../../apps/server/src/privacy/index.fixture.ts'
import { reviewRoutes } from '../../../apps/server/src/reviews/index.fixture.ts'
import { customerFiguresOf } from '../../../apps/server/src/routes.ts'
import { authenticateStaff, staffRoutes } from '../../../apps/server/src/staff/index.fixture.ts'
import { applicationsCsv } from '../../../apps/server/src/subscription/index.fixture.ts'
import { inHousePart, isTradingReserveSufficient } from '../../../apps/server/src/tradingReserve/index.ts'
import { type UploadsDeps, uploadCustomerPicture } from '../../../apps/server/src/uploads/index.ts'
import { walletPages, walletRoutes } from '../../../apps/server/src/wallets/index.fixture.ts'
import { withdrawalRoutes } from '../../../apps/server/src/withdrawals/index.fixture.ts'
import { withdrawalReviews } from '../../../apps/server/src/withdrawals/index.ts'
import type { SimMarket } from './market.ts'

const connections = 12

/** The product's modules on a database, composed as in the server, with the routes that serve files. */
export type Modules = {
  readonly platform: Platform
  readonly deps: ContractDeps
  readonly routes: ReadonlyMap<Path, AnyRoute>
  readonly calendar: Calendar
  readonly pages: FastifyInstance
  readonly settler: SettlementWorker
  /** Uploads a picture of a customer, kept in memory, and returns its address. */
  readonly upload: (uid: number) => Promise<string>
  /** The engine that the modules notify of changes. */
  readonly engine: () => Engine
  /** Starts another engine on the same database; the old one has stopped. */
  readonly takeOver: (meanwhile: () => void) => Promise<void>
  /** Cancels what expired, as the job of every second does. */
  readonly elapse: () => void
  /** Waits until all ticks and events are fully processed. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

const routesOf = (
  platform: Platform,
  deps: Platform & ContractDeps & { readonly markets: Markets; readonly settling: SettlementWorker },
): readonly AnyRoute[] => [
  ...identityRoutes({ ...platform, isOffered: async () => true, recheckIdentity: async () => 'notNeeded' }),
  ...staffRoutes(platform),
  ...depositRoutes(platform),
  ...destinationRoutes(platform),
  ...withdrawalRoutes({ ...platform, hasProduct: async () => false }),
  ...reviewRoutes({
    ...platform,
    summaryOf: createSummaryOf({ ...platform, figuresOf: customerFiguresOf(deps.markets) }),
    kinds: [
      depositReviews(platform),
      withdrawalReviews(platform),
      kycReviews(platform),
      ...communityReviews(platform),
    ],
  }),
  ...kycRoutes({ ...platform, countryOf: findCountry }),
  ...communityRoutes(platform),
  ...aiRoutes(deps),
  ...aiStaffRoutes(platform),
  ...walletRoutes({
    ...deps,
    verifyWithdrawPassword: (uid, password) => verifyWithdrawPassword(platform, uid, password),
    maxContractTransferOut: (tx, uid, wallet) => maxTransferOutOf(deps, tx, uid, wallet),
    settleWallet: (uid, wallet) => settleWallet(deps, uid, wallet),
    isReserveSufficient: (tx, left) => isTradingReserveSufficient(tx, deps.markets, left),
    inHousePart: (run) => inHousePart(platform, undefined, run),
  }),
  ...contentRoutes(platform),
  ...contentStaffRoutes(platform),
  ...eligibilityRoutes(platform),
  ...contractRoutes(deps),
  ...optionRoutes(deps),
  ...privacyRoutes({ ...deps, pools: createPools(deps), personalData }),
  ...consoleRoutes({
    ...{ ...deps, pools: createPools(deps), heads: noHeads },
    figuresOf: customerFiguresOf(deps.markets),
  }),
]

/** A picture of 168 × 60 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAKgAAAA8AQMAAADIcmOiAAAABlBMVEXm7vYUPG6TRU+ZAAAAUklEQVR42u2RwQ0AIAwC2cD9' +
    't2SDSq3GAaQ/L8bo+UBS4NPMiFwEI3dE0GN1TzW4DmClOex6oNuqgn4uTguTBSpnRxEmyyZboyyrOnfGj/bTyAQqRQ/waA7b' +
    'ZgAAAABJRU5ErkJggg==',
  'base64',
)

/** No heads are published in a simulation. */
const noHeads = { newestMinute: async () => 0, firstAfter: async () => null }

/** Starts the modules with a trigger engine and a settlement worker. */
export const openModules = async (
  url: string,
  clock: FakeClock,
  { markets }: SimMarket,
): Promise<Modules> => {
  const platform: Platform = {
    settings: readSettings({}),
    clock,
    log: createLog('silent'),
    database: openDatabase(url, connections, patientLimits),
    secrets: secretsFrom('the secret of the world, always the same'),
  }
  const watching = { ...platform, markets }
  let engine = await openEngine(watching)
  const settler = await startSettlementWorker(watching)
  const current: ContractDeps['engine'] & Pick<Engine, 'moneyMoved'> = {
    follow: (symbol, wallet) => engine.follow(symbol, wallet),
    settleReached: (wallet, symbol) => engine.settleReached(wallet, symbol),
    settleWallet: (wallet) => engine.settleWallet(wallet),
    settleFired: (wallet) => engine.settleFired(wallet),
    holds: (tx, accounts) => engine.holds(tx, accounts),
    markUnsure: (uid, wallet) => engine.markUnsure(uid, wallet),
    trailingBest: (wallet, orderId) => engine.trailingBest(wallet, orderId),
    changed: (...orders) => engine.changed(...orders),
    moneyMoved: (wallet) => engine.moneyMoved(wallet),
  }
  const facts = startEventDispatcher({
    platform,
    listeners: contractListeners(current, (uid) =>
      cancelOrdersOfLocked({ ...watching, engine: current }, uid),
    ),
  })
  const deps = { ...watching, engine: current, settling: settler }
  const uploads: UploadsDeps = {
    ...platform,
    blobs: { put: async () => undefined, get: async () => null, remove: async () => undefined },
    inTurn: createKeyedSemaphore(1),
    quotaOf: async () => ({ daily: 1000, total: 1000 }),
  }
  const pages = fastify()
  walletPages({
    ...{ ...platform, receiptHashOf: async () => null, sourcesOf: async () => new Map() },
    applicationsCsv,
  })(pages)
  privacyPages({
    ...platform,
    dataExport: createDataExport({ ...deps, pools: createPools(deps), personalData }),
  })(pages)
  return {
    platform,
    deps,
    routes: new Map(routesOf(platform, deps).map((route) => [route.path, route])),
    calendar: openCalendar(platform, [
      { name: 'forget expired sessions', run: () => purgeExpiredSessions(platform) },
      { name: 'forget old tries', run: () => purgeAttempts(platform) },
    ]),
    pages,
    settler,
    upload: async (uid) => (await uploadCustomerPicture(uploads, uid, picture)).url,
    engine: () => engine,
    takeOver: async (meanwhile) => {
      const heir = await openEngine(watching)
      await engine.close()
      meanwhile()
      while (!heir.watches()) await wait(10)
      engine = heir
    },
    elapse: () => engine.elapse(),
    settled: async () => {
      // Effects of the engine publish events, and events trigger another check.
      for (let rounds = 0; rounds < 2; rounds += 1) {
        await facts.settled()
        await engine.settled()
      }
      await settler.look()
    },
    close: async () => {
      await engine.close()
      await settler.close()
      await facts.close()
      await pages.close()
      await platform.database.close()
    },
  }
}

type Caller = { readonly customer?: CustomerIdentity; readonly staff?: StaffIdentity }

/** Answers a call like the HTTP layer after authentication. */
export const answer = async <P extends Path>(
  rooms: Modules,
  caller: Caller,
  path: P,
  body: RequestOf<P>,
  token: string | null = null,
): Promise<DataOf<P>> => {
  const route = rooms.routes.get(path)
  if (route === undefined) throw new Error(`no module handles ${path}`)
  const fields = new Map(Object.entries(body).map(([name, value]) => [name, String(value)]))
  assertPermitted(calls[path], caller.staff, { fields, malformed: new Set(), unreadable: null })
  const context = {
    body: calls[path].request.parse(body) as BodyOf<P>,
    ...caller,
    lang: 'en',
    ip: '127.0.0.1',
    userAgent: 'sim',
    token,
    traceId: 'sim',
    // The HTTP layer asks for it; customers of the simulation always confirm with the password.
    requireStepUp: async () => 'password',
  }
  const data = await route.answer(context as never)
  return data as DataOf<P>
}

/**
 * User of a token, as the HTTP layer determines it before every call.
 *
 * @throws unauthenticated (102) the token is unknown or expired
 * @throws sessionRevoked (103) the session was revoked
 */
export const callerOf = async (
  { platform: { database, clock } }: Modules,
  audience: 'user' | 'staff',
  token: string,
): Promise<Caller> => {
  const session =
    audience === 'user'
      ? await authenticateCustomer(database.db, clock, token)
      : await authenticateStaff(database.db, clock, token)
  if (session.kind !== 'ok')
    throw domainError(session.kind === 'ended' ? 'sessionRevoked' : 'unauthenticated')
  return 'customer' in session ? { customer: session.customer } : { staff: session.staff }
}
