import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../settings/index.ts'
import { isCrossOrigin } from '../site/index.ts'

type ConsoleSettings = Pick<Settings, 'CONSOLE_HOST' | 'CONSOLE_PORT' | 'CONSOLE_URL'>

/** Requests that arrived at the listener of the console. */
const consoleRequests = new WeakSet<IncomingMessage>()

/** What both listeners answer: pictures of customers, fonts, health and metrics, and what the console shows of trust. */
const isShared = (path: string): boolean =>
  path.startsWith('/api/uploads/') ||
  path.startsWith('/faces/') ||
  ['/healthz', '/readyz', '/metrics', '/api/trust/status', '/api/trust/liabilityList'].includes(path)

/**
 * Whether a request is for the console. A route is known by what the router matched, so that no spelling of its address
 * gets around; a page by its address, as the pages are.
 */
const isForConsole = ({ routeOptions, url }: FastifyRequest): boolean =>
  routeOptions.url === undefined ? /^\/console(?:[/?]|$)/.test(url) : routeOptions.url.startsWith('/staff/')

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Hosts by which the console may be addressed: a name that another site points here is none of them. */
const allowedHosts = ({ CONSOLE_HOST, CONSOLE_URL }: ConsoleSettings, port: number): ReadonlySet<string> => {
  const host = CONSOLE_HOST.includes(':') ? `[${CONSOLE_HOST}]` : CONSOLE_HOST
  const names = loopbackNames.includes(host) ? loopbackNames : [host]
  return new Set([
    ...names.map((name) => `${name}:${port}`),
    ...(CONSOLE_URL === undefined ? [] : [new URL(CONSOLE_URL).host]),
  ])
}

/** The listener of the console. */
export type ConsoleListener = {
  /** Starts listening and returns the port; null where the console has no listener of its own. */
  readonly listen: () => Promise<number | null>
  readonly close: () => Promise<void>
}

/**
 * Separates the console from the public pages when `CONSOLE_PORT` is set: staff pages and calls are answered by the
 * listener of the console alone, everything else by the public one alone, the others with 404. The console accepts its
 * own hosts only, and no request of a page of another site. Call before routes are added.
 */
export const separateConsole = (app: FastifyInstance, settings: ConsoleSettings): ConsoleListener => {
  const { CONSOLE_HOST: host, CONSOLE_PORT: wanted } = settings
  if (wanted === undefined) return { listen: async () => null, close: async () => undefined }
  let hosts: ReadonlySet<string> = new Set()
  app.addHook('onRequest', async (request, reply) => {
    const isConsole = consoleRequests.has(request.raw)
    const path = request.routeOptions.url ?? request.url
    const isWanted = isShared(path) || isForConsole(request) === isConsole
    const { headers } = request
    if (!isWanted || (isConsole && !hosts.has((headers.host ?? '').toLowerCase())))
      return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.\n')
    if (isConsole && isCrossOrigin(headers))
      return reply.code(403).type('text/plain; charset=utf-8').send('Requests of other sites are refused.\n')
  })
  const server = createServer({ requestTimeout: 30_000, keepAliveTimeout: 65_000 }, (request, response) => {
    consoleRequests.add(request)
    app.routing(request, response)
  })
  return {
    listen: async () => {
      await app.ready()
      await new Promise<void>((done, failed) => {
        server.once('error', failed)
        server.listen(wanted, host, done)
      })
      const { port } = server.address() as AddressInfo
      hosts = allowedHosts(settings, port)
      return port
    },
    close: async () => {
      if (!server.listening) return
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}
