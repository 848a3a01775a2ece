import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import type { Language } from '@glasshouse/core/wire/languages'
import { ApiError, apiErrorFrom, type Envelope, isEnvelope, networkError } from './envelope.ts'
import { signRequest, visitorKey } from './sign.ts'

export { ApiError, type ApiErrorKind, noResponse } from './envelope.ts'

export type ClientOptions = {
  /** Origin prefixed to every path; empty means the page's own origin. */
  readonly baseUrl: string
  /** The session token, or null for a visitor. */
  readonly session: () => string | null
  readonly lang: () => Language
  /** The server's time in epoch milliseconds, as far as the caller knows it. */
  readonly now: () => number
  /** Called with the server's `Date` of each response, to correct `now`. */
  readonly onServerTime?: (serverTime: number) => void
  /** Called with how far the business calendar of each response is ahead of its time; milliseconds, 0 but in practice mode. */
  readonly onCalendar?: (aheadMs: number) => void
  /**
   * Asks the customer to confirm who is asking, when a call was answered by 1010; what the account confirms with is
   * named. The call is made again when it resolves to true, and fails with 1010 when to false.
   */
  readonly onStepUp?: (factors: readonly string[]) => Promise<boolean>
  /** What identifies this device at sign-in, sent as the header `Device`. */
  readonly device?: () => string
  /** How long an answer may take; 15 seconds unless told. */
  readonly timeoutMs?: number
}

export type CallOptions = {
  /** A repeated key of the same user never executes twice. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/** The rows of one page of a list and the total number of rows. */
export type Page<Row> = { readonly rows: Row; readonly total: number }

export type Client = {
  /** Makes one call and returns its `data`; throws an `ApiError` otherwise. */
  readonly call: <P extends Path>(path: P, payload: RequestOf<P>, options?: CallOptions) => Promise<DataOf<P>>
  /** Makes one list call and returns its page of rows with the total. */
  readonly list: <P extends Path>(
    path: P,
    payload: RequestOf<P>,
    options?: CallOptions,
  ) => Promise<Page<DataOf<P>>>
}

/** Encodes a payload as a form; fields without a value are omitted. */
const formOf = (payload: object, lang: Language): string => {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(payload))
    if (value !== undefined && value !== null) form.set(name, String(value))
  form.set('lang', lang)
  return form.toString()
}

const readEnvelope = async (response: Response): Promise<Envelope> => {
  const body: unknown = await response.json().catch(() => null)
  if (isEnvelope(body)) return body
  throw new ApiError('unreadable', `the server answered ${response.status}`, { status: response.status })
}

const invalidSignature = 1002
const stepUpRequired = 1010

/** A call that was made again after a step-up is not interrupted by another one. */
type SentCall = CallOptions & { readonly isSteppedUp?: boolean }

const factorsOf = ({ data }: Envelope): readonly string[] => {
  const factors = typeof data === 'object' && data !== null && 'factors' in data ? data.factors : []
  return Array.isArray(factors) ? factors.filter((factor) => typeof factor === 'string') : []
}

const clockTolerance = 110_000

/**
 * Builds the typed door to the server: every call signed, in the reader's language, with its answer or a
 * `ApiError`. A request refused only because this machine's clock is wrong is signed once more with the
 * server's own time; one that needs a step-up is sent again after it.
 *
 * A request rejected only because the local clock is wrong is signed once more with the server's time.
 *
 * @throws ApiError the call returned no data
 * @example await createClient(options).call('/api/market/depth', { pid: 1 })
 */
export const createClient = (options: ClientOptions): Client => {
  const send = async (path: string, body: string, call: SentCall): Promise<Envelope> => {
    const token = options.session()
    const time = options.now()
    const headers: Record<string, string> = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Time: String(time),
      Sign: await signRequest(token ?? visitorKey, time, path, body),
    }
    if (token !== null) headers.Authorization = token
    if (options.device) headers.Device = options.device()
    if (call.idempotencyKey !== undefined) headers['Idempotency-Key'] = call.idempotencyKey
    const timeout = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs ?? 15_000)
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout
    const response = await fetch(options.baseUrl + path, { method: 'POST', headers, body, signal })
    const at = Date.parse(response.headers.get('Date') ?? '')
    if (Number.isFinite(at)) options.onServerTime?.(at)
    options.onCalendar?.(Number(response.headers.get('Calendar-Ahead') ?? 0))
    const envelope = await readEnvelope(response)
    if (envelope.retCode === 0) return envelope
    if (envelope.retCode === stepUpRequired && options.onStepUp !== undefined && !call.isSteppedUp) {
      if (await options.onStepUp(factorsOf(envelope))) return send(path, body, { ...call, isSteppedUp: true })
    }
    if (envelope.retCode === invalidSignature && Math.abs(options.now() - time) > clockTolerance)
      return send(path, body, call)
    throw apiErrorFrom(envelope, response.status)
  }

  const request = async (path: string, payload: object, call: CallOptions = {}): Promise<Envelope> => {
    try {
      return await send(path, formOf(payload, options.lang()), call)
    } catch (error) {
      if (error instanceof ApiError) throw error
      throw networkError(error, call.signal)
    }
  }

  return {
    call: async <P extends Path>(path: P, payload: RequestOf<P>, call?: CallOptions) => {
      const envelope = await request(path, payload as object, call)
      return envelope.data as DataOf<P>
    },
    list: async <P extends Path>(path: P, payload: RequestOf<P>, call?: CallOptions) => {
      const envelope = await request(path, payload as object, call)
      return { rows: envelope.data as DataOf<P>, total: envelope.total ?? 0 }
    },
  }
}
