export { currentApiKey } from './apiKeyContext.ts'
export { batchedRead } from './batchedRead.ts'
export { type BatchResult, createBatchQueue } from './batchQueue.ts'
export { type Clock, createClock, monotonicMs, systemClock } from './clock.ts'
export {
  applyMarkers,
  type CommitMarker,
  currentMarker,
  type Database,
  type Db,
  extendStatementLimit,
  isCommitUncertain,
  isReachable,
  openDatabase,
  runOf,
  type TransactionRun,
  type Tx,
  transact,
  transactBatch,
} from './db.ts'
export {
  type EventDispatcher,
  type EventHandler,
  startEventDispatcher,
} from './eventDispatcher.ts'
export {
  type DomainEvent,
  groupPushEvents,
  publishEvents,
  pushEvent,
} from './events.ts'
export { endOnUnhandled } from './fatal.ts'
export { isStatementTimeout, UpstreamError } from './faults.ts'
export { apiKeyPrefix, type FindApiKey } from './http/apiKeys.ts'
export { buildHttp, listen } from './http/app.ts'
export {
  admitDownload,
  createDownloadGate,
  linkDownloadLimits,
  sendInvalidLink,
  sendTooManyDownloads,
} from './http/downloads.ts'
export type { FileRoute } from './http/files.ts'
export {
  createForwarder,
  type Forwarder,
  serveForwardedCalls,
} from './http/forwardedCalls.ts'
export { readForwardedFile, serveForwardedFiles } from './http/forwardedFiles.ts'
export { bearerToken, type CustomerSession, type StaffSession } from './http/pipeline.ts'
export { assertPortFree } from './http/port.ts'
export {
  type AnyRoute,
  type ApiKeyIdentity,
  type CustomerIdentity,
  type ManagerIdentity,
  route,
  type StaffIdentity,
} from './http/route.ts'
export type { StepUpStatus } from './http/stepUp.ts'
export { clientAddress, isNetwork, parseTrustedProxies } from './http/trustedProxies.ts'
export { sealedAnswers } from './idempotency/idempotency.ts'
export { type FailedJob, listFailedJobs, retryFailedJob } from './jobs/failedJobs.ts'
export { platformJobs } from './jobs/platformJobs.ts'
export { type Job, startJobs } from './jobs/startJobs.ts'
export { createKeyedSemaphore } from './keyedSemaphore.ts'
export { assertLeading, databaseName, standForLeader } from './leadership.ts'
export { addressKey } from './limits/rateLimits.ts'
export { createLog, type Log } from './log.ts'
export { createOwnMessages, type Messages } from './messages/messages.ts'
export { connectMessages } from './messages/nats.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { startMetricUpdates } from './metricUpdates.ts'
export {
  createMidnightRun,
  type Midnight,
  type MidnightRun,
} from './midnightRun.ts'
export { countListed, type PageRange, pageRange, type SortedRange } from './paging.ts'
export { type PeriodicJob, startPeriodicJob } from './periodicJob.ts'
export { pgNumberArray, pgTextArray } from './pgArrays.ts'
export type { Platform } from './platform.ts'
export { createProcessGauges } from './processGauges.ts'
export { publishCommits, pushEventsTo } from './push/eventPushes.ts'
export { openPush } from './push/open.ts'
export { freshBytes, randomDigits, randomToken, sameSecret, sha256 } from './random.ts'
export {
  openSecrets,
  resealCheck,
  resealColumn,
  type SealedColumn,
  type Secrets,
  secretsFrom,
} from './secret.ts'
export {
  canLead,
  consoleOrigin,
  InvalidSettingsError,
  leaderRoles,
  passwordPolicyOf,
  publicOrigin,
  type Role,
  readSettings,
  type Settings,
} from './settings.ts'
export { createSignedLink, verifySignedLink } from './signedLinks.ts'
export { designTokens } from './site/design.ts'
export { keysetPages, mergeSorted } from './sortedStreams.ts'
export { releaseStartMemory } from './startMemory.ts'
