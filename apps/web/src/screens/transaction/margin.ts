import { type Usdt, usdt } from '@glasshouse/core/money/units'

type Wallet = { readonly margin: string; readonly hold: string }

export type Margin = {
  /** Held by open positions, per contract wallet and altogether. */
  readonly first: Usdt
  readonly second: Usdt
  readonly all: Usdt
  /** On hold for orders that wait for their price, in both wallets. */
  readonly waiting: Usdt
}

/**
 * The margin of a customer's leverage orders over both contract wallets.
 *
 * @example marginOf({ margin: '72.435', hold: '0' }, { margin: '10', hold: '5' }).all // 82.435 USDT
 */
export const marginOf = (one: Wallet, two: Wallet): Margin => {
  const [first, second] = [usdt(one.margin), usdt(two.margin)]
  return {
    first,
    second,
    all: (first + second) as Usdt,
    waiting: (usdt(one.hold) + usdt(two.hold)) as Usdt,
  }
}
