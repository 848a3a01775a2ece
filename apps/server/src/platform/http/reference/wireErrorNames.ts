import type { ErrorCode } from '@glasshouse/core/errors/registry'

/**
 * Names of the error codes in `x-refusals` of the published OpenAPI document.
 *
 * Part of the wire: generated clients use them, so they stay when a code is renamed.
 */
export const wireErrorNames: Readonly<Record<ErrorCode, string>> = {
  unauthenticated: 'noSession',
  sessionRevoked: 'sessionEnded',
  invalidField: 'fieldMalformed',
  invalidSignature: 'signatureWrong',
  duplicateRequest: 'repeated',
  tooManyRequests: 'tooManyRequests',
  notFound: 'notFound',
  notAllowed: 'notAllowed',
  invalidCredentials: 'credentialsWrong',
  invalidVerificationCode: 'verificationCodeWrong',
  alreadyTaken: 'alreadyTaken',
  stepUpRequired: 'stepUpRequired',
  insufficientBalance: 'balanceLow',
  outOfRange: 'outsideLimits',
  invalidState: 'stateForbids',
  notTradable: 'notOnSale',
  tooManyOrders: 'tooManyOrders',
  aiLimitReached: 'aiLimitReached',
  priceChanged: 'priceMoved',
  invalidTpSl: 'stopWrongSide',
  insufficientReserve: 'reserveTooSmall',
  riskCheckRequired: 'riskCheckFirst',
  selfLimitReached: 'ownLimit',
  ledgerSuspended: 'ledgerSuspended',
  internal: 'unexpected',
}
