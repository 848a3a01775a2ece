/**
 * Why a call returned no data: the server rejected it (`refused`), no response arrived (`network`, `timeout`), the
 * caller aborted it (`aborted`), or the response was not an envelope (`unreadable`).
 */
export type ApiErrorKind = 'refused' | 'network' | 'timeout' | 'aborted' | 'unreadable'

/** The `retCode` of errors without a server response. */
export const noResponse = -1

/** A call that returned no data, with the server's message if there is one. */
export class ApiError extends Error {
  readonly key: ApiErrorKind
  /** The envelope's retCode, or -1 without an envelope. */
  readonly retCode: number
  /** Data of the error: the field, the limits, the seconds to wait. */
  readonly data: Readonly<Record<string, unknown>>
  /** The HTTP status, or 0 without a response. */
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

/** Envelope of every server response. */
export type Envelope = { retCode: number; message: string; data: unknown; total?: number }

/** Whether a body is the server's envelope. */
export const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'retCode' in value && typeof value.retCode === 'number'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The error of a rejected call, with the server's message. */
export const apiErrorFrom = (envelope: Envelope, status: number): ApiError =>
  new ApiError('refused', envelope.message, {
    retCode: envelope.retCode,
    data: isRecord(envelope.data) ? envelope.data : {},
    status,
  })

/** The error of a request without a response. */
export const networkError = (error: unknown, callerSignal: AbortSignal | undefined): ApiError => {
  if (callerSignal?.aborted) return new ApiError('aborted', 'the call was aborted')
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ApiError('timeout', 'the server did not respond in time')
  return new ApiError('network', 'the server could not be reached')
}
