import { resolve } from 'node:path'
import { contentModule } from './content/module.ts'
import { depositsModule } from './deposits/module.ts'
import { authenticateCustomer } from './identity/index.ts'
import { identityModule } from './identity/module.ts'
import { kycModule } from './kyc/module.ts'
import type { LeaderFiles } from './openLeader.ts'
import type { Shutdown } from './openPlatform.ts'
import { performanceModule } from './performance/module.ts'
import { type Holders, type Messages, pushEventsTo } from './platform/events/index.ts'
import { buildHttp } from './platform/http/index.ts'
import { openPush } from './platform/push/index.ts'
import type { Platform } from './platform/services/index.ts'
import type { Metrics } from './platform/telemetry/index.ts'
import { privacyModule } from './privacy/module.ts'
import { referralModule } from './referral/module.ts'
import { staffModule } from './staff/module.ts'
import { subscriptionModule } from './subscription/module.ts'
import { trustModule } from './trust/module.ts'
import { type PictureViewers, uploadsModule } from './uploads/module.ts'
import { walletsModule } from './wallets/module.ts'

const pagesFolder = (app: string): string => resolve(import.meta.dirname, '..', '..', app, 'dist')

type HttpParts = Parameters<typeof buildHttp>[0]

export type WebDeps = Required<Pick<HttpParts, 'routes' | 'missing' | 'roles'>> & {
  readonly refuseUnknownFields?: boolean
  readonly platform: Platform
  readonly messages: Messages
  readonly metrics: Metrics
  readonly uploads: ReturnType<typeof uploadsModule.provides.openUploads>
  readonly files: LeaderFiles
  /** Present where another process may lead. */
  readonly holders?: Holders
}

/** What serves other things than calls: pictures, files, pages and the webhook of the gateway. */
const pluginsOf = (
  { platform, messages, uploads, files }: WebDeps,
  sessions: Pick<PictureViewers, 'customerOf' | 'staffOf'>,
) => [
  uploadsModule.pages(uploads, {
    ...sessions,
    staffSaw: (member, picture) => kycModule.provides.noteKycPictureView(platform, member, picture),
  }),
  identityModule.pages(platform),
  trustModule.pages(platform),
  contentModule.pages(platform),
  walletsModule.pages({
    ...platform,
    receiptHashOf: trustModule.provides.newestReceiptHash,
    sourcesOf: referralModule.provides.listIncomeSources,
    applicationsCsv: subscriptionModule.provides.applicationsCsv,
  }),
  performanceModule.pages({ ...platform, ...files }),
  depositsModule.pages(platform, () => messages.publish('deposits', {})),
  privacyModule.pages({ ...platform, ...files }),
]

/** Who a session token of a customer, or of staff, belongs to. */
const sessionsOf = ({ clock, database }: Platform) => ({
  customerOf: (token: string) => authenticateCustomer(database.db, clock, token),
  staffOf: (token: string) => staffModule.provides.authenticateStaff(database.db, clock, token),
})

/** Opens the stream and connects it to what the leader and all commits say. */
const startPush = (app: ReturnType<typeof buildHttp>, deps: WebDeps, closing: Shutdown): void => {
  const { platform, messages, metrics, holders } = deps
  const symbols = new Set(platform.settings.MARKET_SYMBOLS)
  const isSymbol = (symbol: string): boolean => symbols.has(symbol)
  const { customerOf } = sessionsOf(platform)
  const push = openPush({
    app,
    platform,
    customerOf,
    ...identityModule.provides.streamSessions(platform),
    isSymbol,
    metrics,
  })
  let newest: number | null = null
  const stops = [
    pushEventsTo(push, messages),
    messages.subscribe('market', ({ topic, message, term }) => {
      // A leader that was replaced may not know it yet.
      const led = holders?.leader()?.term ?? null
      if (term === null || led === null || term >= led) push.publish(topic, message)
    }),
    messages.subscribe('leader', ({ term }) => {
      if (newest !== null && term > newest) push.reload()
      newest = Math.max(newest ?? term, term)
    }),
    messages.onRestored(push.reload),
  ]
  closing.later(async () => {
    for (const stop of stops) stop()
    await push.close()
  })
}

/** Opens the listener of customers and staff: calls, pages and push. It does not listen yet. */
export const openWeb = (deps: WebDeps, closing: Shutdown): ReturnType<typeof buildHttp> => {
  const { platform, metrics, uploads, routes, missing, roles, refuseUnknownFields = false } = deps
  const { clock, database } = platform
  const sessions = sessionsOf(platform)
  const app = buildHttp({
    ...{ platform, metrics, routes, missing, roles, refuseUnknownFields },
    ...sessions,
    stepUpOf: (who) => identityModule.provides.findStepUpStatus(database.db, clock, who),
    apiKeyOf: identityModule.provides.findApiKeyOf(platform),
    fileRoutes: uploadsModule.provides.uploadRoutes(uploads),
    plugins: pluginsOf(deps, sessions),
    pages: { web: pagesFolder('web'), staff: pagesFolder('staff') },
  })
  closing.later(() => app.close())
  startPush(app, deps, closing)
  return app
}

/** Opens a listener for health and metrics alone. */
export const openHealth = (
  { platform, metrics, missing, roles }: Pick<WebDeps, 'platform' | 'metrics' | 'missing' | 'roles'>,
  closing: Shutdown,
): ReturnType<typeof buildHttp> => {
  const app = buildHttp({ ...{ platform, metrics, missing, roles }, routes: [], ...sessionsOf(platform) })
  closing.later(() => app.close())
  return app
}
