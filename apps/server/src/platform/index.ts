export { type Clock, clockFrom, steadyMs, systemClock } from './clock.ts'
export { numbers, texts } from './pgArrays.ts'
export {
  type Database,
  type Db,
  isReachable,
  type Mark,
  markNow,
  mayBeCommitted,
  openDatabase,
  type Run,
  runOf,
  setMarks,
  type Tx,
  transact,
  transactTogether,
} from './db.ts'
export { type Facts, type HeardFact, type Listener, startFacts } from './eventDispatcher.ts'
export { announce, type Fact, pushed, pushedTogether, pushesOf, pushKinds } from './events.ts'
export { endOnUnhandled } from './fatal.ts'
export { OutsideFault } from './faults.ts'
export { gathered } from './batchedRead.ts'
export { type CustomerSession, type StaffSession, tokenOf } from './http/pipeline.ts'
export { buildHttp, type HttpParts, listen } from './http/app.ts'
export { designTokens } from './http/design.ts'
export type { FileRoute, SentFile } from './http/files.ts'
export { addressKey } from './http/rateLimits.ts'
export { tryPort } from './http/port.ts'
export { callerAddress, proxiesFrom } from './http/trustedProxies.ts'
export { type AnyRoute, type Asked, type Customer, route, type StaffMember } from './http/route.ts'
export { createLane, type Told } from './batchQueue.ts'
export { type LinkPayload, readLink, signLink } from './signedLinks.ts'
export { createLog, type Log } from './log.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { hashPassword, verifyPassword } from './password.ts'
export type { Platform } from './platform.ts'
export { openPush, type Push } from './push/open.ts'
export { freshBytes, randomDigits, randomToken, sameSecret, sha256, traceId } from './random.ts'
export { openSecrets, type Secrets, secretsFrom } from './secret.ts'
export {
  BadSettings,
  passwordPolicyOf,
  publicOrigin,
  readSettings,
  type Settings,
  settingsSchema,
} from './settings.ts'
export { newTotp, stepOfCode } from './totp.ts'
export { createTurns } from './keyedSemaphore.ts'
