import { type Asset, customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Quantity, Usdt } from '@glasshouse/core/money/units'
import type { CoinWalletName, WalletPair } from '@glasshouse/core/wallets/rules'

/** Transfer between a customer's own wallets: one wallet → another, one journal entry in each. */
export const walletTransferPosting = (
  uid: number,
  { from, to }: WalletPair,
  amount: Usdt,
  transferId: number,
): LedgerTransaction => ({
  cause: { kind: 'walletTransfer', id: transferId },
  transfers: [{ from: customer(uid, from), to: customer(uid, to), amount, type: journal.ownTransfer }],
})

export type Conversion = {
  readonly uid: number
  readonly place: CoinWalletName
  readonly asset: Asset
  readonly amount: Quantity
  readonly received: Usdt
}

/** Conversion of coins: the coins → the trading reserve of that coin; trading reserve in USDT → the same wallet. */
export const conversionPosting = (
  { uid, place, asset, amount, received }: Conversion,
  saleId: number,
): LedgerTransaction => {
  const type = place === 'wallet' ? journal.exchange : journal.productSold
  return {
    cause: { kind: 'coinSold', id: saleId },
    key: `coin-sold:${saleId}`,
    transfers: [
      { from: customer(uid, place, asset), to: house('trading', asset), amount, type },
      { from: house('trading'), to: customer(uid, place), amount: received, type },
    ],
  }
}

/** Transfer to another customer: wallet → the recipient's wallet; sent in one journal, received in the other. */
export const internalTransferPosting = (
  uid: number,
  toUid: number,
  amount: Usdt,
  sendingId: number,
): LedgerTransaction => ({
  cause: { kind: 'internalTransfer', id: sendingId },
  key: `internal-transfer:${sendingId}`,
  transfers: [
    {
      from: customer(uid, 'wallet'),
      to: customer(toUid, 'wallet'),
      amount,
      type: journal.sentToUser,
      toType: journal.receivedFromUser,
    },
  ],
})
