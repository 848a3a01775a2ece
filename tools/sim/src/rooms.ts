import { type BodyOf, calls, type DataOf, type Path, type RequestOf } from '@glasshouse/core/calls'
import { refuse } from '@glasshouse/core/refusals/registry'
import type { FakeClock } from '@glasshouse/testkit/clock'
import fastify, { type FastifyInstance } from 'fastify'
import { consoleRoutes } from '../../../apps/server/src/console/index.ts'
import { contentRoutes, contentStaffRoutes } from '../../../apps/server/src/content/index.ts'
import { type ContractDeps, contractRoutes, mayLeave } from '../../../apps/server/src/contracts/index.ts'
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
import {
  type AnyRoute,
  type Customer,
  createLog,
  openDatabase,
  type Platform,
  readSettings,
  type StaffMember,
  secretsFrom,
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
}

const routesOf = (
  platform: Platform,
  deps: Platform & { readonly markets: Markets },
): readonly AnyRoute[] => [
  ...identityRoutes(platform),
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
  ...leavingRoutes(deps),
  ...consoleRoutes(deps),
]

export const openRooms = (url: string, clock: FakeClock, market: SimMarket): Rooms => {
  const platform: Platform = {
    settings: readSettings({}),
    clock,
    log: createLog('silent'),
    database: openDatabase(url, connections),
    secrets: secretsFrom('the secret of the world, always the same'),
  }
  const deps = { ...platform, markets: market.markets }
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
