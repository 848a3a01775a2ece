import { maxDaysAhead } from '@glasshouse/core/ai/rules'
import type { DataOf } from '@glasshouse/core/calls'
import { amountScale, parseDecimal } from '@glasshouse/core/money/units'
import { instantText } from '../../formatters.ts'

type Detail = DataOf<'/staff/api/userDetail'>

/** AI ordering state of a customer. */
export const formatAiAccess = ({ activecodestatus, activeuntil }: Detail['profile']): string => {
  const until = activeuntil === null ? '' : instantText(activeuntil)
  if (activecodestatus === 3) return `active until ${until}`
  if (activecodestatus === 4) return `over since ${until}`
  return activecodestatus === 2 ? 'claimed, waits for you' : 'not claimed'
}

/** Why AI ordering cannot be activated; null if it can. */
export const aiAccessBlockReason = ({ activecodestatus, closed }: Detail['profile']): string | null => {
  if (closed !== null) return 'The account is closed'
  return activecodestatus === 1 ? 'The customer has not claimed the code' : null
}

/** Parses a number of days; null if invalid. */
export const readDays = (text: string): number | null => {
  const days = /^[1-9]\d{0,2}$/.test(text.trim()) ? Number.parseInt(text, 10) : null
  return days !== null && days <= maxDaysAhead ? days : null
}

/** Experience balance of a customer, from the ledger. */
export const experienceOf = ({ balances }: Detail): string =>
  balances.find(({ account }) => account === 'experience')?.amount ?? '0'

/** Why a grant is invalid; null if it can be sent. */
export const validateGrant = (amount: string, remark: string): string | null => {
  const units = parseDecimal(amount.trim(), amountScale)
  if (units === null || units <= 0n) return 'An amount of USDT above 0.'
  return remark.trim() === '' ? 'Say why.' : null
}
