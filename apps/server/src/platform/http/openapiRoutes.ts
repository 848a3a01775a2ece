import type { Path } from '@glasshouse/core/calls'
import type { FastifyInstance } from 'fastify'
import { createCachedAsset, type Served, sendCachedAsset } from './cachedAsset.ts'
import type { FileRoute } from './files.ts'
import { describeCall, type GetEndpoint, openApiDocument } from './openapi.ts'
import type { RateLimits } from './rateLimits.ts'
import { generalLimits } from './rateLimitText.ts'
import { referencePage } from './reference.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the API's document says of a page that is read with GET. */
    reading?: Omit<GetEndpoint, 'path'>
  }
}

const version = '0.1.0'
const askEachTime = 'no-cache'

/** Makes a thing when it is first wanted and keeps it. */
const runOnce = (make: () => Promise<Served>): (() => Promise<Served>) => {
  let made: Promise<Served> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The pages that name themselves a reading, however late they are opened. */
const readingsOf = (app: FastifyInstance): readonly GetEndpoint[] => {
  const readings: GetEndpoint[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (method === 'GET' && config?.reading !== undefined) readings.push({ path: url, ...config.reading })
  })
  return readings
}

/** Opens `/api/openapi.json` and `/api/docs`, both of exactly the calls this server answers. */
export const mountOpenapi = (
  app: FastifyInstance,
  paths: readonly Path[],
  origin: string,
  limits: RateLimits,
  files: readonly FileRoute[] = [],
): void => {
  const readings = readingsOf(app)
  const describe = () => paths.map((path) => describeCall(path, limits))
  const document = runOnce(() =>
    createCachedAsset(
      'application/json; charset=utf-8',
      Buffer.from(JSON.stringify(openApiDocument(describe(), files, readings, version))),
    ),
  )
  const reference = runOnce(() =>
    createCachedAsset(
      'text/html; charset=utf-8',
      Buffer.from(referencePage(describe(), files, origin, generalLimits(limits))),
    ),
  )
  app.get('/api/openapi.json', async (request, reply) =>
    sendCachedAsset(request, reply, await document(), askEachTime),
  )
  app.get('/api/docs', async (request, reply) =>
    sendCachedAsset(request, reply, await reference(), askEachTime),
  )
}
