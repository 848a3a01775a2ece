import type { FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs } from '../clock.ts'
import type { Metrics } from '../metrics.ts'
import type { Platform } from '../platform.ts'
import { traceId } from '../random.ts'
import { type HttpReply, replyTo } from './envelope.ts'
import type { RequestLogContext } from './pipeline.ts'

const isWait = (data: unknown): data is { retryAfter: number } =>
  typeof data === 'object' && data !== null && 'retryAfter' in data

/** Sends an envelope under its status; whoever must wait is told so in a header too. */
export const sendReply = (reply: FastifyReply, { status, envelope }: HttpReply): FastifyReply => {
  if (status === 429 && isWait(envelope.data)) reply.header('retry-after', String(envelope.data.retryAfter))
  return reply.code(status).header('cache-control', 'no-store').send(envelope)
}

/** What answers a request; the notes are filled on the way. */
export type CallHandler = (
  request: FastifyRequest,
  notes: RequestLogContext,
  trace: string,
) => Promise<HttpReply>
export type WithAccessLog = (
  path: string,
  work: CallHandler,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Makes handlers whose answer, or what was thrown instead, becomes an envelope, a line of the log and two figures. */
export const withAccessLog =
  (platform: Platform, metrics: Metrics): WithAccessLog =>
  (path, work) =>
  async (request, reply) => {
    const started = monotonicMs()
    const trace = traceId()
    const notes: RequestLogContext = { lang: 'en', caller: null }
    const result = await work(request, notes, trace).catch((error: unknown) =>
      replyTo(error, notes.lang, trace),
    )
    const { retCode } = result.envelope
    const ms = monotonicMs() - started
    metrics.requests.inc({ path, retCode })
    metrics.requestSeconds.observe({ path }, ms / 1000)
    const line = { path, retCode, ms: Math.round(ms * 100) / 100, caller: notes.caller, traceId: trace }
    if (result.fault === undefined) platform.log.info(line, 'call')
    else platform.log.error({ ...line, err: result.fault }, 'fault')
    return sendReply(reply, result)
  }
