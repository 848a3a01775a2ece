/** The four wallets of a customer; the position in this list is the seed's wallet index (0 to 3). */
export const walletNames = ['contract', 'contract2', 'coin', 'wallet'] as const
export type WalletName = (typeof walletNames)[number]

export type WalletPair = { readonly from: WalletName; readonly to: WalletName }
/** The wire's code of a pair: `type` names the two wallets, `typeReverse` 2 turns the direction around. */
export type PairCode = { readonly type: 1 | 2 | 3 | 4 | 5 | 6; readonly typeReverse: 1 | 2 }

const forward = {
  1: { from: 'wallet', to: 'contract' },
  2: { from: 'wallet', to: 'contract2' },
  3: { from: 'wallet', to: 'coin' },
  4: { from: 'contract', to: 'contract2' },
  5: { from: 'contract', to: 'coin' },
  6: { from: 'contract2', to: 'coin' },
} as const satisfies Record<PairCode['type'], WalletPair>

const types = [1, 2, 3, 4, 5, 6] as const

/**
 * The two wallets of a pair code.
 *
 * @example walletPair({ type: 1, typeReverse: 1 }) // from wallet to contract
 * @example walletPair({ type: 1, typeReverse: 2 }) // from contract to wallet
 */
export const walletPair = ({ type, typeReverse }: PairCode): WalletPair => {
  const pair = forward[type]
  return typeReverse === 1 ? pair : { from: pair.to, to: pair.from }
}

/** The pair code for moving between two wallets; null when both are the same. */
export const pairCode = (from: WalletName, to: WalletName): PairCode | null => {
  for (const type of types) {
    const pair = forward[type]
    if (pair.from === from && pair.to === to) return { type, typeReverse: 1 }
    if (pair.from === to && pair.to === from) return { type, typeReverse: 2 }
  }
  return null
}
