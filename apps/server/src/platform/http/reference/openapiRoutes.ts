import type { Path } from '@glasshouse/core/calls'
import type { FastifyInstance } from 'fastify'
import type { RateLimits } from '../../limits/index.ts'
import { createCachedAsset, type Served, sendCachedAsset } from '../../site/index.ts'
import type { FileRoute } from '../files.ts'
import { describeCall, type GetEndpoint, openApiDocument } from './openapi.ts'
import { generalLimits } from './rateLimitText.ts'
import { referencePage } from './reference.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Description of a GET endpoint in the API document. */
    reading?: Omit<GetEndpoint, 'path'>
  }
}

const version = '0.1.0'
const askEachTime = 'no-cache'

/** Creates a value on first use and caches it. */
const runOnce = (make: () => Promise<Served>): (() => Promise<Served>) => {
  let made: Promise<Served> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** GET endpoints of the app, however late they are mounted. */
const readingsOf = (app: FastifyInstance): readonly GetEndpoint[] => {
  const readings: GetEndpoint[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (method === 'GET' && config?.reading !== undefined) readings.push({ path: url, ...config.reading })
  })
  return readings
}

/** Mounts `/api/openapi.json` and `/api/docs`, both with exactly the calls of this server. */
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
