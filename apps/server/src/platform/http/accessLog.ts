import type { FastifyReply, FastifyRequest } from 'fastify'
import { steadyMs } from '../clock.ts'
import type { Metrics } from '../metrics.ts'
import type { Platform } from '../platform.ts'
import { traceId } from '../random.ts'
import type { Notes } from './pipeline.ts'
import { type Reply, replyTo } from './envelope.ts'

const isWait = (data: unknown): data is { retryAfter: number } =>
  typeof data === 'object' && data !== null && 'retryAfter' in data

/** Sends an envelope under its status; whoever must wait is told so in a header too. */
export const send = (reply: FastifyReply, { status, envelope }: Reply): FastifyReply => {
  if (status === 429 && isWait(envelope.data)) reply.header('retry-after', String(envelope.data.retryAfter))
  return reply.code(status).header('cache-control', 'no-store').send(envelope)
}

/** What answers a request; the notes are filled on the way. */
export type Work = (request: FastifyRequest, notes: Notes, trace: string) => Promise<Reply>
export type Tell = (
  path: string,
  work: Work,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Makes handlers whose answer, or what was thrown instead, becomes an envelope, a line of the log and two figures. */
export const teller =
  (platform: Platform, metrics: Metrics): Tell =>
  (path, work) =>
  async (request, reply) => {
    const started = steadyMs()
    const trace = traceId()
    const notes: Notes = { lang: 'en', caller: null }
    const result = await work(request, notes, trace).catch((error: unknown) =>
      replyTo(error, notes.lang, trace),
    )
    const { retCode } = result.envelope
    const ms = steadyMs() - started
    metrics.requests.inc({ path, retCode })
    metrics.requestSeconds.observe({ path }, ms / 1000)
    const line = { path, retCode, ms: Math.round(ms * 100) / 100, caller: notes.caller, traceId: trace }
    if (result.fault === undefined) platform.log.info(line, 'call')
    else platform.log.error({ ...line, err: result.fault }, 'fault')
    return send(reply, result)
  }
