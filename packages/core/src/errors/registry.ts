/**
 * All expected errors. Each has a code, the retCode of the wire, and a message in every language under the same key
 * (`errors/<lang>.json`).
 */
export const errorCodes = {
  unauthenticated: 102,
  sessionRevoked: 103,
  invalidField: 1001,
  invalidSignature: 1002,
  duplicateRequest: 1003,
  tooManyRequests: 1004,
  notFound: 1005,
  notAllowed: 1006,
  invalidCredentials: 1007,
  invalidVerificationCode: 1008,
  alreadyTaken: 1009,
  stepUpRequired: 1010,
  insufficientBalance: 2001,
  outOfRange: 2002,
  invalidState: 2003,
  notTradable: 2004,
  tooManyOrders: 2005,
  aiLimitReached: 2006,
  priceChanged: 2007,
  invalidTpSl: 2008,
  insufficientReserve: 2009,
  riskCheckRequired: 2010,
  selfLimitReached: 2011,
  ledgerSuspended: 2012,
  internal: 5000,
} as const

export type ErrorCode = keyof typeof errorCodes
export type RetCode = (typeof errorCodes)[ErrorCode] | 0

/** What a refusal may tell the caller besides its sentence; shapes per retCode in the API reference. */
export type ErrorData = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** An expected error: nothing was changed. Thrown inside a command, sent as its retCode. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly data: ErrorData
  constructor(code: ErrorCode, data: ErrorData = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.data = data
  }
}

/**
 * Creates a domain error to throw.
 *
 * @example throw refuse('outOfRange', { min: '10', max: '10000', step: '10' })
 */
export const domainError = (code: ErrorCode, data?: ErrorData): DomainError => new DomainError(code, data)
