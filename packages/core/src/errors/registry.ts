/**
 * Every expected "no" of the product. A refusal has a code of its own, the retCode of the wire, and a
 * sentence in every language under the same key (`refusals/<lang>.json`).
 */
export const errorCodes = {
  noSession: 102,
  sessionEnded: 103,
  fieldMalformed: 1001,
  signatureWrong: 1002,
  repeated: 1003,
  tooManyRequests: 1004,
  notFound: 1005,
  notAllowed: 1006,
  credentialsWrong: 1007,
  verificationCodeWrong: 1008,
  alreadyTaken: 1009,
  balanceLow: 2001,
  outsideLimits: 2002,
  stateForbids: 2003,
  notOnSale: 2004,
  tooManyOrders: 2005,
  aiLimitReached: 2006,
  priceMoved: 2007,
  stopWrongSide: 2008,
  reserveTooSmall: 2009,
  riskCheckFirst: 2010,
  ownLimit: 2011,
  unexpected: 5000,
} as const

export type ErrorCode = keyof typeof errorCodes
export type RetCode = (typeof errorCodes)[ErrorCode] | 0

/** What a refusal may tell the caller besides its sentence; shapes per retCode in the API reference. */
export type ErrorData = Readonly<Record<string, string | number | boolean>>

/** An expected "no": nothing was done. Thrown inside a command, answered as its retCode. */
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
 * Builds a refusal to throw.
 *
 * @example throw refuse('outsideLimits', { min: '10', max: '10000', step: '10' })
 */
export const domainError = (code: ErrorCode, data?: ErrorData): DomainError => new DomainError(code, data)
