import type { PollOptions } from '@glasshouse/client/react/queries'
import type { Usdt } from '@glasshouse/core/money/units'
import { pageToWire } from '@glasshouse/core/wire/codec'
import {
  quoteWithdrawalToWire,
  withdrawalQuoteFromWire,
  withdrawalStatusFromWire,
  withdrawalsFromWire,
} from '@glasshouse/core/withdrawals/codec'
import type { WithdrawalMethod } from '@glasshouse/core/withdrawals/rules'
import { useDecodedCall, useDecodedPage } from './query.ts'

/** What a withdrawal by a method costs and what decides about it; with no amount what the method allows. */
export const useWithdrawalQuote = (method: WithdrawalMethod, amount: Usdt | null, watch: PollOptions = {}) =>
  useDecodedCall(
    '/api/pay/withdrawQuote',
    quoteWithdrawalToWire(method, amount),
    withdrawalQuoteFromWire,
    watch,
  )

/** One page of the customer's withdrawals, the newest first. */
export const useWithdrawals = (page: number, pageSize: number) =>
  useDecodedPage('/api/pay/withdrawalList', pageToWire(page, pageSize), withdrawalsFromWire)

/** Where a withdrawal of the customer stands. */
export const useWithdrawalStatus = (id: number, watch: PollOptions) =>
  useDecodedCall('/api/pay/withdrawStatus', { id }, withdrawalStatusFromWire, watch)
