import type { Usdt } from '@glasshouse/core/money/units'
import type { AccountShown, AccountView } from '../../components/contract/account.ts'
import { cutOwn, sumShown } from '../../components/shown.ts'

type ShownWallet = { readonly account: Pick<AccountView, 'balance'>; readonly shown: AccountShown }

/** Displayed figures of all contract wallets together. */
export type EquityShown = {
  /** Balances and unrealized PnL. */
  readonly equity: Usdt
  readonly profit: Usdt
  readonly margin: Usdt
  /** On hold for open orders. */
  readonly hold: Usdt
}

/**
 * Equity of some contract wallets: their balances and the unrealized PnL of their positions, each as it is displayed.
 *
 * @example two wallets of 5,000 with an unrealized PnL of −0.3762 and +0.2193 // 9,999.8431
 */
export const equityShown = (wallets: readonly ShownWallet[]): EquityShown => {
  const profit = sumShown(wallets.map(({ shown }) => shown.profit))
  return {
    equity: sumShown([...wallets.map(({ account }) => cutOwn(account.balance)), profit]),
    profit,
    margin: sumShown(wallets.map(({ shown }) => shown.margin)),
    hold: sumShown(wallets.map(({ shown }) => shown.hold)),
  }
}
