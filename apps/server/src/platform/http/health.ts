import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isReachable } from '../database/index.ts'
import { sameSecret } from '../secrets/index.ts'
import type { Platform } from '../services/index.ts'
import type { Metrics } from '../telemetry/index.ts'

const isLoopback = (request: FastifyRequest): boolean =>
  /^(?:127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '') &&
  // Behind a proxy on this machine every caller appears local; the proxy adds this header.
  request.headers['x-forwarded-for'] === undefined &&
  request.headers.forwarded === undefined

const canRead = (request: FastifyRequest, token: string | undefined): boolean => {
  if (isLoopback(request)) return true
  const shown = request.headers.authorization?.replace(/^Bearer +/i, '')
  return token !== undefined && shown !== undefined && sameSecret(shown, token)
}

/** What `/readyz` tells. */
export type Readiness = {
  /** Conditions besides the database that it waits for, such as `feed`. */
  readonly missing?: () => readonly string[]
  /** What each role of this process is doing. */
  readonly roles?: () => Readonly<Record<string, string>>
}

/**
 * Mounts `/healthz` (the process lives), `/readyz` (the database responds and nothing is missing) and `/metrics` (for
 * loopback, or with the token). `missing` lists unmet conditions, `roles` what each role of this process is doing.
 */
export const mountHealth = (
  app: FastifyInstance,
  { database, settings }: Pick<Platform, 'database' | 'settings'>,
  metrics: Metrics,
  { missing = () => [], roles }: Readiness,
): void => {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ alive: true }),
  )
  app.get('/readyz', async (_request, reply) => {
    const reachable = await Promise.race([isReachable(database.db), wait(2000, false, { ref: false })])
    const waitingFor = [...(reachable ? [] : ['database']), ...missing()]
    const ready = waitingFor.length === 0
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, waitingFor, ...(roles === undefined ? {} : { roles: roles() }) })
  })
  app.get('/metrics', async (request, reply) =>
    canRead(request, settings.METRICS_TOKEN)
      ? reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
      : reply.code(403).type('text/plain; charset=utf-8').send('Metrics are for loopback or a token.\n'),
  )
}
