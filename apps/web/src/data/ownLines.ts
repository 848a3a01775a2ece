import type { DataOf } from '@glasshouse/core/calls'
import { profileFromWire } from '@glasshouse/core/identity/profile/codec'
import { type Market, marketFromWire } from '@glasshouse/core/markets/codec'
import { type OwnLines as Lines, ownLinesFromWire } from '@glasshouse/core/trust/liabilities/codec'
import {
  type OwnLineIssue,
  ownLineIssues,
  type ShownWallets,
  shownAmounts,
} from '@glasshouse/core/trust/liabilities/ownLines'
import { type CoinBalance, coinWalletFromWire, walletFromWire } from '@glasshouse/core/wallets/codec'
import { ApiError, api } from './api.ts'

type Proof = DataOf<'/api/trust/proof'>

/** The lines of a proof’s balances, and what of them does not add up. */
export type OwnLines = {
  readonly answer: Lines
  readonly issues: readonly OwnLineIssue[]
}

/** The calls answer different instants: while money moves they are asked again, at most so often. */
const attempts = 3

const usdtEnding = /USDT$/

/** Coins of both wallets by the asset they are booked as; they have the title of the coin and the id of its market. */
const coinsOf = (
  coins: readonly CoinBalance[],
  markets: readonly Pick<Market, 'pid' | 'symbol'>[],
): ShownWallets['coins'] =>
  coins.flatMap(({ place, pid, amount }) => {
    const market = markets.find((row) => row.pid === pid)
    return market === undefined
      ? []
      : [
          {
            source: place,
            asset: market.symbol.replace(usdtEnding, ''),
            amount,
          },
        ]
  })

const compareOnce = async ({ balances }: Proof, number: number, signal: AbortSignal): Promise<OwnLines> => {
  const [lines, info, wallet, coinWallet, markets] = await Promise.all([
    api.call('/api/trust/proofLines', { number }, { signal }),
    api.call('/api/user/getuserinfo', {}, { signal }),
    api.call('/api/user/wallet', {}, { signal }),
    api.call('/api/user/coinWallet', {}, { signal }),
    api.call('/api/market/kList', {}, { signal }),
  ])
  const answer = ownLinesFromWire(lines)
  const shown = shownAmounts({
    wallets: profileFromWire(info).wallets,
    coins: coinsOf(
      [...walletFromWire(wallet).coins, ...coinWalletFromWire(coinWallet)],
      markets.map(marketFromWire),
    ),
  })
  return { answer, issues: ownLineIssues(answer.lines, balances, shown) }
}

/** Compares the lines of a proof with it and with what the wallets show now; null of a report that is older than such lines. */
export const compareOwnLines = async (
  proof: Proof,
  number: number,
  signal: AbortSignal,
): Promise<OwnLines | null> => {
  try {
    let found = await compareOnce(proof, number, signal)
    for (let attempt = 1; attempt < attempts && found.issues.length > 0; attempt += 1)
      found = await compareOnce(proof, number, signal)
    return found
  } catch (error) {
    if (error instanceof ApiError && error.retCode === 1005) return null
    throw error
  }
}
