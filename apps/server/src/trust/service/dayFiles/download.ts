import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createDownloadGate, sendTooManyDownloads } from '../../../platform/downloads/index.ts'
import { addressKey } from '../../../platform/limits/index.ts'
import { clientAddress, parseTrustedProxies } from '../../../platform/network/index.ts'
import { sha256 } from '../../../platform/secrets/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { findDay, listDayFiles } from '../../store/days.ts'
import type { ByteRange } from './dayStore.ts'
import { dayTextName } from './fileDay.ts'
import { dayFilePath, dayTextBytes } from './list.ts'
import { openDayStore } from './openDayStore.ts'

/** Requests of one address: all files of a day at once, then one every two seconds. */
const dayFileLimits = { rate: { perSecond: 0.5, burst: 60 }, maxPerKey: 4, maxInTotal: 64, maxMs: 3_600_000 }

/**
 * Reads a `Range` header with one range of bytes; null for none, or for several, which are answered by the whole file.
 * `unsatisfiable` when it lies beyond the file.
 */
const parseRange = (header: string | undefined, bytes: number): ByteRange | null | 'unsatisfiable' => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return null
  const [first, last] = [match[1] ?? '', match[2] ?? '']
  if (first === '') {
    const count = Math.min(Number.parseInt(last, 10), bytes)
    return count === 0 ? 'unsatisfiable' : { from: bytes - count, to: bytes - 1 }
  }
  const from = Number.parseInt(first, 10)
  const to = last === '' ? bytes - 1 : Math.min(Number.parseInt(last, 10), bytes - 1)
  if (last !== '' && Number.parseInt(last, 10) < from) return null
  return from >= bytes ? 'unsatisfiable' : { from, to }
}

type DownloadableFile = { readonly hash: string; readonly bytes: number; readonly text: string | null }

/**
 * Serves `GET /trust/day/<yyyymmdd>/<name>`: streamed, one range at most, cached permanently because a file never changes.
 * Requests are limited per address, and so are the files sent at the same time.
 */
export const dayFilePages =
  ({ clock, database: { db }, settings }: Pick<Platform, 'clock' | 'database' | 'settings'>) =>
  (app: FastifyInstance): void => {
    const store = openDayStore(settings)
    const gate = createDownloadGate(dayFileLimits)
    const isProxy = parseTrustedProxies(settings.TRUSTED_PROXIES)
    const addressOf = ({ socket, headers }: FastifyRequest): string =>
      addressKey(clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], isProxy))
    const find = async (day: string, name: string): Promise<DownloadableFile | null> => {
      const filed = /^\d{8}$/.test(day) ? await findDay(db, day) : null
      if (filed === null) return null
      const text = dayTextBytes(filed)
      if (name === dayTextName) return { hash: sha256(text), bytes: Buffer.byteLength(text), text }
      const file = (await listDayFiles(db, day)).find((one) => one.name === name)
      return file === undefined ? null : { ...file, text: null }
    }
    const send = async (request: FastifyRequest, reply: FastifyReply, day: string, name: string) => {
      const address = addressOf(request)
      const waitSeconds = gate.count(address, clock.now())
      if (waitSeconds > 0) return sendTooManyDownloads(reply, waitSeconds)
      const found = await find(day, name)
      if (found === null) return reply.callNotFound()
      const etag = `"${found.hash}"`
      reply.headers({
        etag,
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': `attachment; filename="${name}"`,
      })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      const isSame = (request.headers['if-range'] ?? etag) === etag
      const range = isSame ? parseRange(request.headers.range, found.bytes) : null
      if (range === 'unsatisfiable')
        return reply.code(416).header('content-range', `bytes */${found.bytes}`).send()
      reply.type(name.endsWith('.gz') ? 'application/gzip' : 'application/json; charset=utf-8')
      if (range !== null)
        reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${found.bytes}`)
      reply.header('content-length', range === null ? found.bytes : range.to - range.from + 1)
      // A stream, because the length of anything else would be told instead.
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      if (found.text !== null)
        return reply.send(Buffer.from(found.text).subarray(range?.from ?? 0, (range?.to ?? found.bytes) + 1))
      if (!gate.hold(address, reply.raw)) return sendTooManyDownloads(reply.removeHeader('content-length'), 5)
      const stream = await store.open(day, name, range)
      if (stream !== null) return reply.send(stream)
      for (const header of ['content-length', 'cache-control', 'etag', 'content-disposition'])
        reply.removeHeader(header)
      return reply.callNotFound()
    }
    app.get<{ Params: { day: string; name: string } }>(`${dayFilePath}:day/:name`, (request, reply) =>
      send(request, reply, request.params.day, request.params.name),
    )
  }
