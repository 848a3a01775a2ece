import type { RequestOf } from '@glasshouse/core/calls'
import { type AccountFigures, maxTransferOut } from '@glasshouse/core/contracts/account'
import type { UserInfo } from '@glasshouse/core/identity/wire'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { pairCode, type WalletName } from '@glasshouse/core/wallets/rules'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from './amountInput.ts'
import { walletAmount } from './walletAmounts.ts'

export type TransferPlan = {
  readonly has: Usdt
  /** Maximum amount, as field text; null if nothing can be transferred, or while unknown. */
  readonly all: string | null
  readonly target: Usdt
  /** Why the transfer cannot be sent yet. */
  readonly obstacle: 'enter' | 'wrong' | 'low' | null
  readonly amount: Usdt | null
  readonly request: RequestOf<'/api/user/walletTransfer'> | null
}

/** Two different wallets and the account figures of the source. */
export type TransferQuestion = {
  readonly info: UserInfo
  readonly from: WalletName
  readonly to: WalletName
  /** Figures of the contract wallet `from`; null for other wallets and while loading. */
  readonly account: AccountFigures | null
}

/** Maximum amount that can leave a wallet, by the rule of the server; null while the figures load. */
const maxWithdrawal = ({ info, from, account }: TransferQuestion): Usdt | null => {
  const has = usdt(walletAmount(info, from))
  if (from !== 'contract' && from !== 'contract2') return has
  if (account === null) return null
  const maxOut = maxTransferOut(account)
  return maxOut < has ? maxOut : has
}

const obstacleOf = (
  input: TransferQuestion,
  read: ReturnType<typeof readAmount>,
): TransferPlan['obstacle'] => {
  if (read.kind === 'empty') return 'enter'
  if (read.kind === 'wrong') return 'wrong'
  return read.amount > (maxWithdrawal(input) ?? usdt(walletAmount(input.info, input.from))) ? 'low' : null
}

/** Validates a transfer between two different wallets and computes its request, from the typed amount. */
export const validateTransfer = (input: TransferQuestion, typed: string): TransferPlan => {
  const { info, from, to } = input
  const read = readAmount(typed)
  const obstacle = obstacleOf(input, read)
  const max = maxWithdrawal(input)
  const amount = read.kind === 'amount' ? read.amount : null
  const code = pairCode(from, to)
  return {
    has: usdt(walletAmount(info, from)),
    all: firstThatPasses(
      max === null ? [] : [formatUsdt(max)],
      (text) => obstacleOf(input, readAmount(text)) === null,
    ),
    target: usdt(walletAmount(info, to)),
    obstacle,
    amount,
    request:
      obstacle !== null || amount === null || code === null
        ? null
        : { ...code, transfervalue: formatUsdt(amount) },
  }
}
