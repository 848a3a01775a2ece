import type { Clock } from './clock.ts'
import type { Database } from './db.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

export { type Clock, clockFrom, steadyMs, systemClock } from './clock.ts'
export { type Database, type Db, isReachable, openDatabase, type Tx, transact } from './db.ts'
export { announce, type Fact, pushed } from './facts.ts'
export type { CustomerSession, StaffSession } from './http/answer.ts'
export { buildHttp, type HttpParts, listen } from './http/app.ts'
export { type AnyRoute, type Asked, type Customer, route, type StaffMember } from './http/route.ts'
export { createLog, type Log } from './log.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { hashPassword, verifyPassword } from './password.ts'
export { randomDigits, randomToken, sameSecret, sha256, traceId } from './random.ts'
export { BadSettings, readSettings, type Settings, settingsSchema } from './settings.ts'

/** What every room is handed: the machine room's tools. */
export type Platform = {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
}
