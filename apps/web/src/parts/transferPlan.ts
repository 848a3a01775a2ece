import type { RequestOf } from '@glasshouse/core/calls'
import type { UserInfo } from '@glasshouse/core/identity/wire'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { pairCode, type WalletName } from '@glasshouse/core/wallets/rules'
import { readAmount } from './amountInput.ts'
import { walletAmount } from './walletAmounts.ts'

export type TransferPlan = {
  readonly has: Usdt
  readonly target: Usdt
  /** Why it cannot go off yet. */
  readonly obstacle: 'enter' | 'wrong' | 'low' | null
  readonly amount: Usdt | null
  readonly request: RequestOf<'/api/user/walletTransfer'> | null
}

/** What a transfer between two different wallets would do, from what is typed. */
export const planTransfer = (
  info: UserInfo,
  from: WalletName,
  to: WalletName,
  typed: string,
): TransferPlan => {
  const has = usdt(walletAmount(info, from))
  const target = usdt(walletAmount(info, to))
  const read = readAmount(typed)
  const stop = (obstacle: 'enter' | 'wrong' | 'low', amount: Usdt | null = null): TransferPlan => ({
    has,
    target,
    obstacle,
    amount,
    request: null,
  })
  if (read.kind === 'empty') return stop('enter')
  if (read.kind === 'wrong') return stop('wrong')
  if (read.amount > has) return stop('low', read.amount)
  const code = pairCode(from, to)
  if (code === null) return stop('enter')
  return {
    has,
    target,
    obstacle: null,
    amount: read.amount,
    request: { ...code, transfervalue: formatUsdt(read.amount) },
  }
}
