export { type Clock, createClock, monotonicMs, systemClock } from './clock.ts'
export { pgNumberArray, pgTextArray } from './pgArrays.ts'
export {
  type Database,
  type Db,
  isReachable,
  type CommitMarker,
  currentMarker,
  isCommitUncertain,
  openDatabase,
  type TransactionRun,
  runOf,
  applyMarkers,
  type Tx,
  transact,
  transactBatch,
} from './db.ts'
export { type EventDispatcher, type QueuedEvent, type EventHandler, startEventDispatcher } from './eventDispatcher.ts'
export { publishEvents, type DomainEvent, pushEvent, groupPushEvents, pushEventsIn, pushEventKinds } from './events.ts'
export { endOnUnhandled } from './fatal.ts'
export { UpstreamError } from './faults.ts'
export { batchedRead } from './batchedRead.ts'
export { type CustomerSession, type StaffSession, bearerToken } from './http/pipeline.ts'
export { buildHttp, type HttpParts, listen } from './http/app.ts'
export { designTokens } from './http/design.ts'
export type { FileRoute, UploadContext } from './http/files.ts'
export { addressKey } from './http/rateLimits.ts'
export { assertPortFree } from './http/port.ts'
export { clientAddress, parseTrustedProxies } from './http/trustedProxies.ts'
export { type AnyRoute, type CallContext, type CustomerIdentity, route, type StaffIdentity } from './http/route.ts'
export { createBatchQueue, type BatchResult } from './batchQueue.ts'
export { type SignedLinkPayload, verifySignedLink, createSignedLink } from './signedLinks.ts'
export { createLog, type Log } from './log.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { hashPassword, verifyPassword } from './password.ts'
export type { Platform } from './platform.ts'
export { openPush, type Push } from './push/open.ts'
export { freshBytes, randomDigits, randomToken, sameSecret, sha256, traceId } from './random.ts'
export { openSecrets, type Secrets, secretsFrom } from './secret.ts'
export {
  InvalidSettingsError,
  passwordPolicyOf,
  publicOrigin,
  readSettings,
  type Settings,
  settingsSchema,
} from './settings.ts'
export { newTotp, matchTotpStep } from './totp.ts'
export { createKeyedSemaphore } from './keyedSemaphore.ts'
