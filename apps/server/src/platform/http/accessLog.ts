import type { FastifyReply, FastifyRequest } from 'fastify'
import { traceId } from '../secrets/index.ts'
import type { Platform } from '../services/index.ts'
import type { Metrics } from '../telemetry/index.ts'
import { monotonicMs } from '../time/index.ts'
import { type HttpReply, replyTo } from './envelope.ts'
import type { RequestLogContext } from './pipeline.ts'

const isWait = (data: unknown): data is { retryAfter: number } =>
  typeof data === 'object' && data !== null && 'retryAfter' in data

/** Sends an envelope with its HTTP status, and a Retry-After header where a wait is required. */
export const sendReply = (reply: FastifyReply, { status, envelope }: HttpReply): FastifyReply => {
  if (status === 429 && isWait(envelope.data)) reply.header('retry-after', String(envelope.data.retryAfter))
  return reply.code(status).header('cache-control', 'no-store').send(envelope)
}

/** Handler of a request; it fills the log context on the way. */
export type CallHandler = (
  request: FastifyRequest,
  notes: RequestLogContext,
  trace: string,
) => Promise<HttpReply>
export type WithAccessLog = (
  path: string,
  work: CallHandler,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Wraps a handler: maps its result or error to an envelope, writes the access log line and records two metrics. */
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
