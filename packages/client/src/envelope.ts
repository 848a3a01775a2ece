/**
 * Why a call brought no data: the server said no (`refused`), nothing came back (`network`, `timeout`), the
 * caller gave up (`aborted`), or what came back was not the server's envelope (`unreadable`).
 */
export type ApiErrorKind = 'refused' | 'network' | 'timeout' | 'aborted' | 'unreadable'

/** The `retCode` of errors that never reached the product. */
export const noResponse = -1

/** A call that brought no data, with the server's own words where it spoke. */
export class ApiError extends Error {
  readonly key: ApiErrorKind
  /** The envelope's retCode, or -1 when there was no envelope. */
  readonly retCode: number
  /** What the server added: the field, the limits, the seconds to wait. */
  readonly data: Readonly<Record<string, unknown>>
  /** The HTTP status, or 0 when nothing came back. */
  readonly status: number
  constructor(key: ApiErrorKind, message: string, detail: Partial<Omit<ApiError, 'key' | 'message'>> = {}) {
    super(message)
    this.name = 'CallError'
    this.key = key
    this.retCode = detail.retCode ?? noResponse
    this.data = detail.data ?? {}
    this.status = detail.status ?? 0
  }
}

/** What the server wraps every answer in. */
export type Envelope = { retCode: number; message: string; data: unknown; total?: number }

/** Whether a body is the server’s envelope. */
export const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'retCode' in value && typeof value.retCode === 'number'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The error of an answer in which the server said no, in its own words. */
export const apiErrorFrom = (envelope: Envelope, status: number): ApiError =>
  new ApiError('refused', envelope.message, {
    retCode: envelope.retCode,
    data: isRecord(envelope.data) ? envelope.data : {},
    status,
  })

/** The error of a request that brought no answer at all. */
export const networkError = (error: unknown, callerSignal: AbortSignal | undefined): ApiError => {
  if (callerSignal?.aborted) return new ApiError('aborted', 'the call was given up')
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ApiError('timeout', 'the server did not answer in time')
  return new ApiError('network', 'the server could not be reached')
}
