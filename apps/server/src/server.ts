import { getSetting } from './content/index.ts'
import { contractsModule } from './contracts/module.ts'
import { addressesOf, startupBanner } from './greeting.ts'
import { startJobsOfRole } from './jobs.ts'
import { ledgerChecksModule } from './ledger/checks/module.ts'
import { missingForLive } from './liveMode.ts'
import { openLeader } from './openLeader.ts'
import { openMember } from './openMember.ts'
import { createShutdown, openPlatform, type Shutdown } from './openPlatform.ts'
import { openWeb } from './openWeb.ts'
import { connectMessages, createOwnMessages, type Messages, publishCommits } from './platform/events/index.ts'
import { listen } from './platform/http/index.ts'
import { databaseName } from './platform/leadership/index.ts'
import { assertPortFree } from './platform/network/index.ts'
import type { Platform } from './platform/services/index.ts'
import { leaderRoles, type Settings } from './platform/settings/index.ts'
import { createMetrics, createProcessGauges } from './platform/telemetry/index.ts'
import { webRoutesOf } from './routes.ts'
import { uploadsModule } from './uploads/module.ts'

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

export type ServerOptions = {
  /** Refuses answers with unknown fields instead of cutting them; for tests. */
  readonly refuseUnknownFields?: boolean
  /** False: the sample leads do not trade by themselves; for tests. */
  readonly leadBots?: boolean
  /** False: no jobs run; for tests. */
  readonly jobs?: boolean
  /** Hears that the embedded database ended for good; without it the reason is thrown and ends the process. */
  readonly databaseLost?: (reason: Error) => void
  /** Hears that another process leads from now on, so that this one must end; without it the reason is thrown. */
  readonly leadershipLost?: (reason: Error) => void
}

/** Opens the uploads with the quota of the settings. */
const openPictures = (platform: Platform) =>
  uploadsModule.provides.openUploads(platform, async () => ({
    daily: await getSetting(platform.database.db, 'upload_daily'),
    total: await getSetting(platform.database.db, 'upload_total'),
  }))

/** Connects this process with the others of its database, if there may be some. */
const openMessages = async ({ settings, log, database }: Platform): Promise<Messages> =>
  settings.NATS_URL === undefined
    ? createOwnMessages((err) => log.error({ err }, 'a message could not be handled'))
    : connectMessages(settings.NATS_URL, await databaseName(database.db), log)

type OpenDeps = Parameters<typeof openMember>[0]

/** Opens everything in one process, which leads as long as it runs. */
const openAlone = async (deps: OpenDeps, closing: Shutdown) => {
  const { ROLES } = deps.platform.settings
  const { isConnected } = deps.messages
  createProcessGauges(deps.metrics.registry, { isLeading: () => true, isConnected })
  const leader = await openLeader(deps, null, closing)
  const routes = [...webRoutesOf(deps.platform), ...leader.routes]
  const roles = () =>
    Object.fromEntries(ROLES.map((role) => [role, leaderRoles.includes(role) ? 'leading' : 'ready']))
  return openWeb({ ...deps, routes, files: leader.files, missing: leader.missing, roles }, closing)
}

const open = async (
  settings: Settings,
  closing: Shutdown,
  options: ServerOptions,
): Promise<Omit<Server, 'greeting' | 'close'> & { readonly lacking: readonly string[] }> => {
  await assertPortFree(settings.HOST, settings.PORT)
  const platform = await openPlatform(settings, closing, options.databaseLost, options.leadershipLost)
  const { database } = platform
  // Now, not when this process takes over as the leader.
  await contractsModule.provides.fixPartitions(database.db, settings.ENGINE_PARTITIONS)
  const messages = await openMessages(platform)
  closing.later(messages.close)
  const stopPublishing = publishCommits(database.db, messages)
  closing.later(async () => stopPublishing())
  // Before anything can place an order.
  await ledgerChecksModule.provides.loadLedgerStatus(platform)
  const deps = { ...options, platform, messages, metrics: createMetrics(), uploads: openPictures(platform) }
  const app = settings.NATS_URL === undefined ? await openAlone(deps, closing) : openMember(deps, closing)
  const port = await listen(app, settings.HOST, settings.PORT)
  const consolePort = settings.ROLES.includes('web') ? await app.consoleListener.listen() : null
  // Loads its library and asks the database behind the start.
  if (options.jobs !== false) startJobsOfRole(deps, closing)
  const lacking = settings.MODE === 'live' ? await missingForLive(settings, database.db) : []
  return { ...addressesOf(settings, port, consolePort), consolePort, lacking }
}

/**
 * Opens the whole product, or the roles of one of several processes: data folder, database, messages, markets, calls,
 * pages and push. Whatever fails on the way closes what was already open and throws its reason.
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
