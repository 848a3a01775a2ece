import { calls, type Path } from '@glasshouse/core/calls'
import { DomainError, domainError, type ErrorCode, type ErrorData } from '@glasshouse/core/errors/registry'
import type { CallSpec } from '@glasshouse/core/wire/call'
import { withApiKey } from '../apiKeys/index.ts'
import { callAddress, type Messages, NotDeliveredError } from '../events/index.ts'
import { type ClaimedKey, withClaimedKey } from '../idempotency/index.ts'
import { isStatementTimeout, isUpstreamError, type Log, UpstreamError } from '../telemetry/index.ts'
import { monotonicMs } from '../time/index.ts'
import { fieldNames, parseFields } from './fields.ts'
import type { AnyRoute, ApiKeyIdentity, CallContext, CustomerIdentity, StaffIdentity } from './route.ts'
import { type FindStepUpStatus, requireStepUp } from './stepUp.ts'

/**
 * A call on its way to the leader: admitted by the process that received it, so that session, rates, permission and
 * idempotency key are checked, with its fields as they were sent.
 */
export type ForwardedCall = Omit<CallContext<unknown>, 'body'> & {
  readonly path: Path
  readonly fields: readonly (readonly [string, string | number | boolean])[]
  readonly malformed: readonly string[]
  readonly customer?: CustomerIdentity | ApiKeyIdentity
  readonly staff?: StaffIdentity
  readonly apiKeyId: number | null
  /** The idempotency key that was claimed for it: the leader's transaction proves that the claim stands. */
  readonly claimed: ClaimedKey | null
}

type Reply =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly data: ErrorData }
  | { readonly kind: 'upstream' | 'defect' }

/** A call that another process answers. */
export type ForwardedRoute = {
  readonly path: Path
  readonly forward: (call: ForwardedCall) => Promise<unknown>
}

/** How long a call may wait for its answer, a takeover included; milliseconds. */
const customerWaitMs = 15_000
/** How long an answer of a replaced leader, or that there was none to ask, may be under way; milliseconds. */
const graceMs = 1000
/** Whole checks of the ledger, and calendars that are moved by a year. */
const staffWaitMs = 120_000

/** The leader answers calls until it is closed, each as a listener of its own would after admitting it. */
export const serveForwardedCalls = (
  messages: Messages,
  term: number,
  routes: readonly AnyRoute[],
  { log, stepUpOf }: { readonly log: Log; readonly stepUpOf: FindStepUpStatus },
): (() => Promise<void>) => {
  const answers = new Map(routes.map(({ path, answer }) => [path, answer as (context: object) => unknown]))
  const run = async (call: ForwardedCall): Promise<unknown> => {
    const { path, fields, malformed, apiKeyId, claimed, ...context } = call
    const answer = answers.get(path)
    if (answer === undefined) throw domainError('notFound')
    const spec: CallSpec = calls[path]
    const raw = { fields: new Map(fields), malformed: new Set(malformed), unreadable: null }
    const { customer } = context
    const session = customer !== undefined && 'sessionId' in customer ? customer : null
    const full = {
      ...context,
      body: parseFields(spec, fieldNames(spec), raw),
      ...(session === null ? {} : { requireStepUp: () => requireStepUp(stepUpOf, session) }),
    }
    return withApiKey(apiKeyId, () => withClaimedKey(claimed, async () => answer(full)))
  }
  return messages.serve(callAddress(term), async (body): Promise<Reply> => {
    const call = body as ForwardedCall
    try {
      return { kind: 'answer', value: await run(call) }
    } catch (error) {
      if (error instanceof DomainError) return { kind: 'refused', code: error.code, data: error.data }
      log.error({ traceId: call.traceId, path: call.path, err: error }, 'a forwarded call failed')
      if (isStatementTimeout(error))
        return { kind: 'refused', code: 'invalidState', data: { reason: 'busy' } }
      return { kind: isUpstreamError(error) ? 'upstream' : 'defect' }
    }
  })
}

const answerOf = (reply: Reply): unknown => {
  if (reply.kind === 'answer') return reply.value
  if (reply.kind === 'refused') throw new DomainError(reply.code, reply.data)
  if (reply.kind === 'upstream') throw new UpstreamError('the leader could not reach what it needs')
  throw new Error('the call failed at the leader, whose log has the reason')
}

const waitMsOf = (path: Path): number => {
  const { audience } = calls[path]
  return audience === 'staff' || audience === 'practice' ? staffWaitMs : customerWaitMs
}

/**
 * Sends calls to the leader. What was not delivered, because there is none for a moment, is sent to the next one;
 * what was delivered and not answered in time, or before another process leads, is a fault, and the caller may repeat it
 * with its idempotency key.
 */
export const createForwarder = (messages: Messages) => {
  let leader: { readonly term: number; heardMs: number } | null = null
  let waiting: (() => void)[] = []
  /** What leaders were asked and have not answered. */
  const asked = new Set<{ readonly term: number; readonly giveUp: () => void }>()
  const stop = messages.subscribe('leader', ({ term }) => {
    if (leader !== null && term < leader.term) return
    leader = { term, heardMs: monotonicMs() }
    // One that was killed answers no more; what one that stood still may commit yet, the repeated call finds by its key.
    for (const one of asked)
      if (one.term < term) {
        asked.delete(one)
        setTimeout(one.giveUp, graceMs)
      }
    for (const go of waiting.splice(0)) go()
  })
  const nextBeat = (timeoutMs: number): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting = waiting.filter((one) => one !== go)
        resolve()
      }, timeoutMs)
      waiting.push(go)
    })
  const ask = (term: number, call: ForwardedCall, leftMs: number): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const one = {
        term,
        giveUp: () => reject(new UpstreamError('another process took over before the call was answered')),
      }
      asked.add(one)
      const answer = messages.request(callAddress(term), call, leftMs) as Promise<Reply>
      answer.then(resolve, reject).finally(() => asked.delete(one))
    })
  const forward = async (call: ForwardedCall): Promise<unknown> => {
    const deadline = monotonicMs() + waitMsOf(call.path)
    for (let leftMs = waitMsOf(call.path); leftMs > 0; leftMs = deadline - monotonicMs()) {
      const term = leader?.term ?? null
      if (term !== null)
        try {
          return answerOf(await ask(term, call, leftMs))
        } catch (error) {
          if (!(error instanceof NotDeliveredError)) throw error
        }
      if ((leader?.term ?? null) === term) await nextBeat(deadline - monotonicMs())
    }
    throw new UpstreamError('no process leads')
  }
  return {
    routeTo: (path: Path): ForwardedRoute => ({ path, forward }),
    /** The newest term that was heard of. */
    term: (): number | null => leader?.term ?? null,
    /** Milliseconds since the leader was heard; null before the first time. */
    silentMs: (): number | null => (leader === null ? null : monotonicMs() - leader.heardMs),
    close: stop,
  }
}
