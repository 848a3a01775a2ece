import type { AddressInfo } from 'node:net'
import { calls, type Path } from '@glasshouse/core/calls'
import type { CallSpec } from '@glasshouse/core/wire/call'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { FindApiKey } from '../apiKeys/index.ts'
import { createKeyedSemaphore } from '../concurrency/index.ts'
import { createIdempotency } from '../idempotency/index.ts'
import {
  createSharedRateLimits,
  liveLimits,
  memoryRateLimiter,
  practiceLimits,
  type RateLimits,
} from '../limits/index.ts'
import { parseTrustedProxies } from '../network/index.ts'
import { traceId } from '../secrets/index.ts'
import type { Platform } from '../services/index.ts'
import { mountStaticSites, openFaces, type StaticSites, securityHeaders } from '../site/index.ts'
import { createMetrics, type Metrics } from '../telemetry/index.ts'
import { type CallHandler, sendReply, type WithAccessLog, withAccessLog } from './accessLog.ts'
import { bodyLimit } from './body.ts'
import { handleClientError } from './clientError.ts'
import { type ConsoleListener, separateConsole } from './consoleListener.ts'
import { httpError, replyTo, success } from './envelope.ts'
import { type FileRoute, mountUploads } from './files.ts'
import type { ForwardedRoute } from './forwardedCalls.ts'
import { mountHealth, type Readiness } from './health.ts'
import { type CustomerSession, createCallHandler, type PipelineDeps, type StaffSession } from './pipeline.ts'
import { mountOpenapi } from './reference/openapiRoutes.ts'
import type { AnyRoute } from './route.ts'
import type { FindStepUpStatus } from './stepUp.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The listener of the staff console. */
    consoleListener: ConsoleListener
  }
}

export type HttpParts = Readiness & {
  readonly platform: Platform
  readonly routes: readonly (AnyRoute | ForwardedRoute)[]
  /** Calls that accept a file. */
  readonly fileRoutes?: readonly FileRoute[]
  readonly customerOf: (token: string) => Promise<CustomerSession>
  readonly staffOf: (token: string) => Promise<StaffSession>
  /** Whether a session has confirmed who is asking; without it no session ever has. */
  readonly stepUpOf?: FindStepUpStatus
  /** Finds API keys; without it there are none. */
  readonly apiKeyOf?: FindApiKey
  /** Pages outside the envelope, such as the practice gateway; forms reach them as raw bytes. */
  readonly plugins?: readonly ((app: FastifyInstance) => void)[]
  /** Folders of the built pages; without them only calls are served. */
  readonly pages?: StaticSites
  readonly metrics?: Metrics
  readonly limits?: RateLimits
  /** Rejects a response with a field missing from the schema instead of dropping the field; enabled in tests. */
  readonly refuseUnknownFields?: boolean
}

const isApi = (url: string): boolean => /^\/(?:staff\/)?api(?:\/|\?|$)/.test(url)

const mount = (
  app: FastifyInstance,
  route: AnyRoute | ForwardedRoute,
  answering: PipelineDeps,
  wrap: WithAccessLog,
): void => {
  const answer = createCallHandler(answering, route)
  const work: CallHandler = async (request, notes, trace) =>
    success(await answer(request, notes, trace), notes.lang)
  const { maxBodyBytes = bodyLimit }: CallSpec = calls[route.path]
  app.post(route.path, { bodyLimit: maxBodyBytes }, wrap(route.path, work))
}

const isMounted = (route: AnyRoute | ForwardedRoute, mode: 'practice' | 'live'): boolean =>
  mode === 'practice' || calls[route.path as Path].audience !== 'practice'

type Show = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const nothingHere: Show = async (_request, reply) =>
  reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.\n')

const noApiKeys: FindApiKey = async () => null

const neverSteppedUp: FindStepUpStatus = async () => ({ confirmedBy: null, factors: ['password'] })

/** What has no route of its own: an unknown call, a page, or nothing. */
const handleNotFound = (app: FastifyInstance, showPage: Show): void => {
  app.setNotFoundHandler((request, reply) => {
    if (isApi(request.url)) return sendReply(reply, httpError(404, 'notFound', 'en'))
    const isLooking = request.method === 'GET' || request.method === 'HEAD'
    return (isLooking ? showPage : nothingHere)(request, reply)
  })
}

const createApp = (platform: Platform): FastifyInstance => {
  const app = fastify({
    logger: false,
    bodyLimit,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: true,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => {
      sendReply(reply as FastifyReply, replyTo(error, 'en', request.id))
    },
  })
  app.removeAllContentTypeParsers()
  // Raw bytes: the signature covers them, and duplicate fields must stay detectable.
  for (const type of ['application/x-www-form-urlencoded', 'application/json'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders)
    // Practice mode: pages state days by the calendar that decides.
    const aheadMs = platform.clock.aheadMs()
    if (aheadMs !== 0) reply.header('calendar-ahead', String(aheadMs))
    if (request.headers['content-encoding'] !== undefined && request.method === 'POST')
      return sendReply(reply, httpError(415, 'invalidField', 'en'))
  })
  app.setErrorHandler((error, _request, reply) => {
    const trace = traceId()
    const result = replyTo(error, 'en', trace)
    if (result.fault !== undefined) platform.log.error({ traceId: trace, err: result.fault }, 'fault')
    return sendReply(reply, result)
  })
  return app
}

/** Address of the server in examples; a server that listens on all interfaces is also local. */
const originOf = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Lists of one customer that are read at once; more wait, so that one with a million rows never holds all connections. */
const listsAtOnce = 2

/**
 * Builds the HTTP side of the listener: every call of the wire with a route, validated, signed and in its envelope.
 * Practice calls exist in practice mode only.
 */
export const buildHttp = (parts: HttpParts): FastifyInstance => {
  const { platform } = parts
  const mode = platform.settings.MODE
  const metrics = parts.metrics ?? createMetrics()
  const app = createApp(platform)
  const consoleListener = separateConsole(app, platform.settings)
  app.decorate('consoleListener', consoleListener)
  app.addHook('onClose', consoleListener.close)
  const answering: PipelineDeps = {
    customerOf: parts.customerOf,
    staffOf: parts.staffOf,
    stepUpOf: parts.stepUpOf ?? neverSteppedUp,
    apiKeyOf: parts.apiKeyOf ?? noApiKeys,
    now: platform.clock.now,
    limits: parts.limits ?? (mode === 'practice' ? practiceLimits : liveLimits),
    limiter: memoryRateLimiter(),
    budgets: createSharedRateLimits(platform.database.pool),
    countryHeader: platform.settings.COUNTRY_HEADER,
    isProxy: parseTrustedProxies(platform.settings.TRUSTED_PROXIES),
    lists: createKeyedSemaphore(listsAtOnce),
    repeats: createIdempotency(platform.database.db, platform.secrets),
    refuseUnknownFields: parts.refuseUnknownFields ?? false,
  }
  const routes = parts.routes.filter((route) => isMounted(route, mode))
  const wrap = withAccessLog(platform, metrics)
  for (const route of routes) mount(app, route, answering, wrap)
  mountUploads(app, parts.fileRoutes ?? [], answering, wrap)
  const paths = routes.map(({ path }) => path)
  mountOpenapi(
    app,
    paths,
    originOf(platform.settings.HOST, platform.settings.PORT),
    answering.limits,
    parts.fileRoutes,
  )
  openFaces(app)
  mountHealth(app, platform, metrics, parts)
  for (const plugin of parts.plugins ?? []) plugin(app)
  handleNotFound(
    app,
    parts.pages === undefined
      ? nothingHere
      : mountStaticSites(parts.pages, { mode, mobileSite: platform.settings.MOBILE_SITE_URL }),
  )
  return app
}

/**
 * Starts listening and returns the port.
 *
 * @throws EADDRINUSE the port is occupied (the error's `code`)
 */
export const listen = async (app: FastifyInstance, host: string, port: number): Promise<number> => {
  await app.listen({ host, port })
  return (app.server.address() as AddressInfo).port
}
