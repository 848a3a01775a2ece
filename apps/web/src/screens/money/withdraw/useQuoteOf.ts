import type { WithdrawalMethod } from '@glasshouse/core/withdrawals/rules'
import { useEffect, useState } from 'react'
import { useQueryCall } from '../../../data/query.ts'
import { methodToWire, type Quote } from './plan.ts'

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
export const useQuoteOf = (method: WithdrawalMethod, price: string | null): Quote | null => {
  const rested = useRested(price)
  const quote = useQueryCall(
    '/api/pay/withdrawQuote',
    { ...methodToWire(method), price: rested ?? '0' },
    { off: rested === null },
  )
  return price !== null && rested === price ? (quote.data ?? null) : null
}
