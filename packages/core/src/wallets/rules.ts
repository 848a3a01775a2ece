import { divide, type Price, type Quantity, type Usdt, valueAt } from '../money/units.ts'

/** The four wallets of a customer; the index in this list is the wire's wallet index (0 to 3). */
export const walletNames = ['contract', 'contract2', 'coin', 'wallet'] as const
export type WalletName = (typeof walletNames)[number]

export type WalletPair = { readonly from: WalletName; readonly to: WalletName }
/** Wallets that hold coins which can be converted to USDT. */
export type CoinWalletName = 'wallet' | 'coin'

/** First row id of the coin wallet, so that `walletId` identifies the wallet. */
const coinWalletIds = 1_000_000_000

/**
 * Wire id of a coin's row: in the wallet the id of its market, in the coin wallet 1,000,000,000 more.
 *
 * @example wireRowId('coin', 3) // 1000000003
 */
export const wireRowId = (place: CoinWalletName, pid: number): number =>
  place === 'wallet' ? pid : coinWalletIds + pid

/** Wallet and market of a row id. */
export const fromWireRowId = (id: number): { readonly place: CoinWalletName; readonly pid: number } =>
  id < coinWalletIds ? { place: 'wallet', pid: id } : { place: 'coin', pid: id - coinWalletIds }

/** Row id of USDT, which has no market and cannot be converted. */
export const usdtWireRowId = 0

/**
 * USDT that a customer receives for coins at the best bid, truncated to whole units; the remainder goes to the house
 * account.
 *
 * @example proceeds(quantity('0.25'), price('66128.74')) // 16532.185 USDT
 */
export const proceeds = (amount: Quantity, bid: Price): Usdt => valueAt(amount, bid, 'floor')

/**
 * Smallest amount of coins that pays one unit of USDT at a bid.
 *
 * @example minConversion(price('0.138')) // 0.00000008 coins
 */
export const minConversion = (bid: Price): Quantity => divide(1_000_000_000n, bid, 'ceil') as Quantity

/**
 * A customer's name for display to others: enough to recognise a friend, too little to identify a stranger.
 *
 * @example maskName('alexandra') // 'al***a'
 * @example maskName('Bo') // 'B***'
 */
export const maskName = (name: string): string => {
  const letters = [...name]
  const [first = '', second = ''] = letters
  return letters.length < 5 ? `${first}***` : `${first}${second}***${letters.at(-1) ?? ''}`
}
