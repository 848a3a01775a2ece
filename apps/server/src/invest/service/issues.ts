import { domainError } from '@glasshouse/core/errors/registry'
import type { PurchaseIssue } from '@glasshouse/core/invest/checks'
import { formatUsdt } from '@glasshouse/core/money/units'

/** Throws the refusal of an order that is not accepted. */
export const assertAccepted = (issue: PurchaseIssue | null): void => {
  if (issue === null) return
  switch (issue.code) {
    case 'notTradable':
      throw domainError('notTradable')
    case 'outOfRange':
      throw domainError('outOfRange', {
        min: formatUsdt(issue.min),
        max: formatUsdt(issue.max),
        step: formatUsdt(issue.step),
      })
    case 'tooManyOrders':
      throw domainError('tooManyOrders', { max: issue.max })
    case 'insufficientBalance':
      throw domainError('insufficientBalance', {
        needed: formatUsdt(issue.needed),
        available: formatUsdt(issue.available),
      })
    case 'insufficientReserve':
      throw domainError('insufficientReserve', { max: formatUsdt(issue.max) })
    case 'alreadyUsed':
      throw domainError('invalidState', { reason: 'once' })
  }
}
