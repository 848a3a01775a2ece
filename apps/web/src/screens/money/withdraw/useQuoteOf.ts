import type { Usdt } from '@glasshouse/core/money/units'
import type { WithdrawalQuote } from '@glasshouse/core/withdrawals/codec'
import type { WithdrawalMethod } from '@glasshouse/core/withdrawals/rules'
import { useEffect, useState } from 'react'
import { useWithdrawalQuote } from '../../../data/withdrawals.ts'

/** Debounce of quotes during input. */
const debounceMs = 250

const useRested = <T>(value: T): T => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

/** Quote of the server for an amount; null until it has arrived for this amount. */
export const useQuoteOf = (method: WithdrawalMethod, amount: Usdt | null): WithdrawalQuote | null => {
  const rested = useRested(amount)
  const quote = useWithdrawalQuote(method, rested, { off: rested === null })
  return amount !== null && rested === amount ? (quote.data ?? null) : null
}
