import type { RequestOf } from '@glasshouse/core/calls'
import { type AccountFigures, maxTransferOut } from '@glasshouse/core/contracts/account'
import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { moveToWire } from '@glasshouse/core/wallets/codec'
import { judgeTransfer, maxTransfer, type TransferFacts } from '@glasshouse/core/wallets/judge'
import type { WalletName } from '@glasshouse/core/wallets/rules'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from './amountInput.ts'

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
  readonly info: Pick<ProfileView, 'wallets'>
  readonly from: WalletName
  readonly to: WalletName
  /** Figures of the contract wallet `from`; null for other wallets and while loading. */
  readonly account: AccountFigures | null
}

/** Facts of the server's judgement; `isKnown` is false while the figures of a contract wallet load. */
const factsOf = ({
  info,
  from,
  account,
}: TransferQuestion): { readonly facts: TransferFacts; readonly isKnown: boolean } => {
  const available = info.wallets[from]
  const isContract = from === 'contract' || from === 'contract2'
  return {
    facts: { available, maxOut: isContract && account !== null ? maxTransferOut(account) : null },
    isKnown: !isContract || account !== null,
  }
}

/** Judges a transfer between two different wallets as the server does and builds its request, from the typed amount. */
export const validateTransfer = (input: TransferQuestion, typed: string): TransferPlan => {
  const { info, from, to } = input
  const { facts, isKnown } = factsOf(input)
  const read = readAmount(typed)
  const amount = read.kind === 'amount' ? read.amount : null
  const { plan } = judgeTransfer(facts, amount ?? usdt('0'))
  return {
    has: facts.available,
    all: isKnown
      ? firstThatPasses(
          [maxTransfer(facts)].map(formatUsdt),
          (text) => judgeTransfer(facts, usdt(text)).plan !== null,
        )
      : null,
    target: info.wallets[to],
    obstacle:
      read.kind === 'amount' ? (plan === null ? 'low' : null) : read.kind === 'empty' ? 'enter' : 'wrong',
    amount,
    request: plan === null ? null : moveToWire({ from, to, amount: plan.amount }),
  }
}
