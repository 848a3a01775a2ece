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
  const most = maxTransferOut(account)
  return most < has ? most : has
}

const obstacleOf = (
  asked: TransferQuestion,
  read: ReturnType<typeof readAmount>,
): TransferPlan['obstacle'] => {
  if (read.kind === 'empty') return 'enter'
  if (read.kind === 'wrong') return 'wrong'
  return read.amount > (maxWithdrawal(asked) ?? usdt(walletAmount(asked.info, asked.from))) ? 'low' : null
}

/** Validates a transfer between two different wallets and computes its request, from the typed amount. */
export const validateTransfer = (asked: TransferQuestion, typed: string): TransferPlan => {
  const { info, from, to } = asked
  const read = readAmount(typed)
  const obstacle = obstacleOf(asked, read)
  const most = maxWithdrawal(asked)
  const amount = read.kind === 'amount' ? read.amount : null
  const code = pairCode(from, to)
  return {
    has: usdt(walletAmount(info, from)),
    all: firstThatPasses(
      most === null ? [] : [formatUsdt(most)],
      (text) => obstacleOf(asked, readAmount(text)) === null,
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
