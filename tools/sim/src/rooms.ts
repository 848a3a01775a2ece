import { setTimeout as wait } from 'node:timers/promises'
import { type BodyOf, calls, type DataOf, type Path, type RequestOf } from '@glasshouse/core/calls'
import { refuse } from '@glasshouse/core/errors/registry'
import type { FakeClock } from '@glasshouse/testkit/clock'
import fastify, { type FastifyInstance } from 'fastify'
import { consoleRoutes } from '../../../apps/server/src/console/index.ts'
import { contentRoutes, contentStaffRoutes } from '../../../apps/server/src/content/index.ts'
import {
  type ContractDeps,
  contractListeners,
  contractRoutes,
  type Engine,
  mayLeave,
  openEngine,
} from '../../../apps/server/src/contracts/index.ts'
import {
  depositReviews,
  fundingRoutes,
  withdrawalReviews,
  withdrawalRoutes,
} from '../../../apps/server/src/funding/index.ts'
import {
  customerOf,
  forgetExpiredSessions,
  forgetOldTries,
  identityRoutes,
  verifyWithdrawPassword,
} from '../../../apps/server/src/identity/index.ts'
import { leavingPages, leavingRoutes } from '../../../apps/server/src/leaving/index.ts'
import type { Markets } from '../../../apps/server/src/markets/index.ts'
import { openSettler, optionRoutes, type Settler } from '../../../apps/server/src/options/index.ts'
import {
  type AnyRoute,
  type Customer,
  createLog,
  openDatabase,
  type Platform,
  readSettings,
  type StaffMember,
  secretsFrom,
  startFacts,
} from '../../../apps/server/src/platform/index.ts'
import { type Calendar, openCalendar } from '../../../apps/server/src/practice/index.ts'
import { protectionRoutes } from '../../../apps/server/src/protection/index.ts'
import { reviewRoutes } from '../../../apps/server/src/reviews/index.ts'
import { staffOf, staffRoutes } from '../../../apps/server/src/staff/index.ts'
import { walletPages, walletRoutes } from '../../../apps/server/src/wallets/index.ts'
import type { SimMarket } from './market.ts'

const connections = 12

/** The product's rooms on a database, as the server opens them, with the pages that files are fetched from. */
export type Rooms = {
  readonly platform: Platform
  readonly deps: ContractDeps
  readonly routes: ReadonlyMap<Path, AnyRoute>
  readonly calendar: Calendar
  readonly pages: FastifyInstance
  readonly settler: Settler
  /** The engine the rooms tell of changes. */
  readonly engine: () => Engine
  /** Another engine on the same database takes over; the old one has gone. */
  readonly takeOver: (meanwhile: () => void) => Promise<void>
  /** Waits until everything that was heard and announced has had its consequences. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

const routesOf = (
  platform: Platform,
  deps: Platform & ContractDeps & { readonly markets: Markets; readonly settling: Settler },
): readonly AnyRoute[] => [
  ...identityRoutes({ ...platform, isOffered: async () => true }),
  ...staffRoutes(platform),
  ...fundingRoutes(platform),
  ...withdrawalRoutes({ ...platform, hasProduct: async () => false }),
  ...reviewRoutes({ ...platform, kinds: [depositReviews(platform), withdrawalReviews(platform)] }),
  ...walletRoutes({
    ...deps,
    verifyWithdrawPassword: (uid, password) => verifyWithdrawPassword(platform, uid, password),
    mayLeave: (tx, uid, levertype) => mayLeave(deps, tx, uid, levertype),
  }),
  ...contentRoutes(platform),
  ...contentStaffRoutes(platform),
  ...protectionRoutes(platform),
  ...contractRoutes(deps),
  ...optionRoutes(deps),
  ...leavingRoutes(deps),
  ...consoleRoutes(deps),
]

/** Opens the rooms, with an engine that watches prices and a settler that ends options. */
export const openRooms = async (url: string, clock: FakeClock, { markets }: SimMarket): Promise<Rooms> => {
  const platform: Platform = {
    settings: readSettings({}),
    clock,
    log: createLog('silent'),
    database: openDatabase(url, connections),
    secrets: secretsFrom('the secret of the world, always the same'),
  }
  const watching = { ...platform, markets }
  let engine = await openEngine(watching)
  const settler = await openSettler(watching)
  const current: ContractDeps['engine'] & Pick<Engine, 'moneyMoved'> = {
    follow: (symbol) => engine.follow(symbol),
    changed: (...told) => engine.changed(...told),
    moneyMoved: (wallet) => engine.moneyMoved(wallet),
  }
  const facts = startFacts({ platform, listeners: contractListeners(current), tell: () => undefined })
  const deps = { ...watching, engine: current, settling: settler }
  const pages = fastify()
  walletPages(platform)(pages)
  leavingPages(deps)(pages)
  return {
    platform,
    deps,
    routes: new Map(routesOf(platform, deps).map((route) => [route.path, route])),
    calendar: openCalendar(platform, [
      { name: 'forget expired sessions', run: () => forgetExpiredSessions(platform) },
      { name: 'forget old tries', run: () => forgetOldTries(platform) },
    ]),
    pages,
    settler,
    engine: () => engine,
    takeOver: async (meanwhile) => {
      const heir = await openEngine(watching)
      await engine.close()
      meanwhile()
      while (!heir.watches()) await wait(10)
      engine = heir
    },
    settled: async () => {
      // What the engine does is announced, and what is announced makes it look again.
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

type Caller = { readonly customer?: Customer; readonly staff?: StaffMember }

/** Answers a call as the HTTP layer does once it knows who asks. */
export const answer = async <P extends Path>(
  rooms: Rooms,
  caller: Caller,
  path: P,
  body: RequestOf<P>,
): Promise<DataOf<P>> => {
  const route = rooms.routes.get(path)
  if (route === undefined) throw new Error(`no room answers ${path}`)
  const asked = {
    body: calls[path].request.parse(body) as BodyOf<P>,
    ...caller,
    lang: 'en',
    ip: '127.0.0.1',
    userAgent: 'sim',
    token: null,
    traceId: 'sim',
  }
  const data = await route.answer(asked as never)
  return data as DataOf<P>
}

/** Whose token it is, as the HTTP layer asks before every call. Refuses 102 and 103. */
export const callerOf = async (
  { platform: { database, clock } }: Rooms,
  audience: 'user' | 'staff',
  token: string,
): Promise<Caller> => {
  const session =
    audience === 'user'
      ? await customerOf(database.db, clock, token)
      : await staffOf(database.db, clock, token)
  if (session.kind !== 'ok') throw refuse(session.kind === 'ended' ? 'sessionEnded' : 'noSession')
  return 'customer' in session ? { customer: session.customer } : { staff: session.staff }
}
