import { calls, type Path } from '@glasshouse/core/calls'
import { DomainError, domainError, type ErrorCode, type ErrorData } from '@glasshouse/core/errors/registry'
import type { CallSpec } from '@glasshouse/core/wire/call'
import { withApiKey } from '../apiKeys/index.ts'
import { addresses, type Holders, NotDeliveredError } from '../events/index.ts'
import { type ClaimedKey, withClaimedKey } from '../idempotency/index.ts'
import { isStatementTimeout, isUpstreamError, type Log, UpstreamError } from '../telemetry/index.ts'
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

/** Where a call is decided: by the engine of a partition, if that answers its group of calls. */
export type CallPlace = {
  readonly partition: number
  readonly group: NonNullable<Parameters<Holders['engineOf']>[1]>
}

/** How long a call may wait for its answer, a takeover included; milliseconds. */
const customerWaitMs = 15_000
/** Whole checks of the ledger, and calendars that are moved by a year. */
const staffWaitMs = 120_000

/** What answering calls of other processes takes. */
type ForwardedCallDeps = {
  readonly log: Log
  readonly stepUpOf: FindStepUpStatus
  /**
   * Requires that this process decides on the customer who makes a call, before anything of that customer is read.
   *
   * @throws NotDeliveredError another process does, or none at the moment: the call is sent on
   */
  readonly assertDecides?: (path: Path, uid: number) => Promise<void>
}

/** Answers calls that were admitted by another process, each as a listener of its own would after admitting it. */
export const answerForwardedCalls = (
  routes: readonly AnyRoute[],
  { log, stepUpOf, assertDecides }: ForwardedCallDeps,
) => {
  const answers = new Map(routes.map(({ path, answer }) => [path, answer as (context: object) => unknown]))
  const run = async (call: ForwardedCall): Promise<unknown> => {
    const { path, fields, malformed, apiKeyId, claimed, ...context } = call
    const answer = answers.get(path)
    if (answer === undefined) throw domainError('notFound')
    const spec: CallSpec = calls[path]
    const raw = { fields: new Map(fields), malformed: new Set(malformed), unreadable: null }
    const { customer } = context
    if (customer !== undefined) await assertDecides?.(path, customer.uid)
    const session = customer !== undefined && 'sessionId' in customer ? customer : null
    const full = {
      ...context,
      body: parseFields(spec, fieldNames(spec), raw),
      ...(session === null ? {} : { requireStepUp: () => requireStepUp(stepUpOf, session) }),
    }
    return withApiKey(apiKeyId, () => withClaimedKey(claimed, async () => answer(full)))
  }
  return async (body: unknown): Promise<Reply> => {
    const call = body as ForwardedCall
    try {
      return { kind: 'answer', value: await run(call) }
    } catch (error) {
      if (error instanceof NotDeliveredError) throw error
      if (error instanceof DomainError) return { kind: 'refused', code: error.code, data: error.data }
      log.error({ traceId: call.traceId, path: call.path, err: error }, 'a forwarded call failed')
      if (isStatementTimeout(error))
        return { kind: 'refused', code: 'invalidState', data: { reason: 'busy' } }
      return { kind: isUpstreamError(error) ? 'upstream' : 'defect' }
    }
  }
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
 * Sends calls to the leader, and those of a partition to the engine that holds it. What was not delivered, because there is
 * none for a moment, is sent to the next one; what was delivered and not answered in time, or before another process took
 * over, is a fault, and the caller may repeat it with its idempotency key.
 *
 * @param placeOf where a call is decided; null of one that the leader answers
 */
export const createForwarder = (
  holders: Pick<Holders, 'leader' | 'engineOf' | 'ask'>,
  placeOf: (call: ForwardedCall) => CallPlace | null = () => null,
) => {
  const forward = async (call: ForwardedCall): Promise<unknown> => {
    const place = placeOf(call)
    const find = () =>
      (place === null ? null : holders.engineOf(place.partition, place.group)) ?? holders.leader()
    return answerOf((await holders.ask(find, addresses.calls, call, waitMsOf(call.path))) as Reply)
  }
  return { routeTo: (path: Path): ForwardedRoute => ({ path, forward }) }
}
