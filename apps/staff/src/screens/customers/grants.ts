import type { AiAccess } from '@glasshouse/core/ai/activation/codec'
import { maxDaysAhead } from '@glasshouse/core/ai/rules'
import { amountScale, parseDecimal } from '@glasshouse/core/money/units'
import type { CustomerDetail } from '@glasshouse/core/staff/customers/codec'
import { instantText } from '../../formatters.ts'

/** AI ordering state of a customer. */
export const formatAiAccess = ({ state, untilMs }: AiAccess): string => {
  const until = untilMs === null ? '' : instantText(untilMs)
  if (state === 'active') return `active until ${until}`
  if (state === 'over') return `over since ${until}`
  return state === 'waiting' ? 'claimed, waits for you' : 'not claimed'
}

/** Why AI ordering cannot be activated; null if it can. */
export const aiAccessBlockReason = ({
  ai,
  closedMs,
}: Pick<CustomerDetail['profile'], 'ai' | 'closedMs'>): string | null => {
  if (closedMs !== null) return 'The account is closed'
  return ai.state === 'unclaimed' ? 'The customer has not claimed the code' : null
}

/** Parses a number of days; null if invalid. */
export const readDays = (text: string): number | null => {
  const days = /^[1-9]\d{0,2}$/.test(text.trim()) ? Number.parseInt(text, 10) : null
  return days !== null && days <= maxDaysAhead ? days : null
}

/** Experience balance of a customer, from the ledger. */
export const experienceOf = ({ balances }: Pick<CustomerDetail, 'balances'>): string =>
  balances.find(({ account }) => account === 'experience')?.amount ?? '0'

/** Why a grant is invalid; null if it can be sent. */
export const validateGrant = (amount: string, remark: string): string | null => {
  const units = parseDecimal(amount.trim(), amountScale)
  if (units === null || units <= 0n) return 'An amount of USDT above 0.'
  return remark.trim() === '' ? 'Say why.' : null
}
