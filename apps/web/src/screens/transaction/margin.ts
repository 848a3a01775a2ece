import type { Usdt } from '@glasshouse/core/money/units'

type Wallet = { readonly margin: Usdt; readonly hold: Usdt }

export type Margin = {
  /** Margin of open positions, per contract wallet and in total. */
  readonly first: Usdt
  readonly second: Usdt
  readonly all: Usdt
  /** On hold for open orders, in both wallets. */
  readonly waiting: Usdt
}

/**
 * Margin of a customer over both contract wallets.
 *
 * @example marginOf({ margin: usdt('72.435'), hold: usdt('0') }, { margin: usdt('10'), hold: usdt('5') }).all // 82.435 USDT
 */
export const marginOf = (a: Wallet, b: Wallet): Margin => {
  const [first, second] = [a.margin, b.margin]
  return {
    first,
    second,
    all: (first + second) as Usdt,
    waiting: (a.hold + b.hold) as Usdt,
  }
}
