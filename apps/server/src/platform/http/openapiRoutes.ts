import type { Path } from '@glasshouse/core/calls'
import type { FastifyInstance } from 'fastify'
import { describeCall, openApiDocument, type Reading } from './openapi.ts'
import type { FileRoute } from './files.ts'
import type { Limits } from './rateLimits.ts'
import { generalLimits } from './rateLimitText.ts'
import { referencePage } from './reference.ts'
import { makeServed, type Served, sendServed } from './cachedAsset.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the API's document says of a page that is read with GET. */
    reading?: Omit<Reading, 'path'>
  }
}

const version = '0.1.0'
const askEachTime = 'no-cache'

/** Makes a thing when it is first wanted and keeps it. */
const once = (make: () => Promise<Served>): (() => Promise<Served>) => {
  let made: Promise<Served> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The pages that name themselves a reading, however late they are opened. */
const readingsOf = (app: FastifyInstance): readonly Reading[] => {
  const readings: Reading[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (method === 'GET' && config?.reading !== undefined) readings.push({ path: url, ...config.reading })
  })
  return readings
}

/** Opens `/api/openapi.json` and `/api/docs`, both of exactly the calls this server answers. */
export const openDocuments = (
  app: FastifyInstance,
  paths: readonly Path[],
  origin: string,
  limits: Limits,
  files: readonly FileRoute[] = [],
): void => {
  const readings = readingsOf(app)
  const describe = () => paths.map((path) => describeCall(path, limits))
  const document = once(() =>
    makeServed(
      'application/json; charset=utf-8',
      Buffer.from(JSON.stringify(openApiDocument(describe(), files, readings, version))),
    ),
  )
  const reference = once(() =>
    makeServed(
      'text/html; charset=utf-8',
      Buffer.from(referencePage(describe(), files, origin, generalLimits(limits))),
    ),
  )
  app.get('/api/openapi.json', async (request, reply) =>
    sendServed(request, reply, await document(), askEachTime),
  )
  app.get('/api/docs', async (request, reply) => sendServed(request, reply, await reference(), askEachTime))
}
