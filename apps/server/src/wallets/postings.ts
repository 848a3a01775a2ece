import { type Asset, customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Quantity, Usdt } from '@glasshouse/core/money/units'
import type { CoinWalletName, WalletPair } from '@glasshouse/core/wallets/rules'

/** Between a customer's own wallets: one wallet → another, one journal line in each. */
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

/** Coins sold to the house: the coins → its trading reserve of them; its trading reserve in USDT → the same wallet. */
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

/** To another customer: wallet → the other's wallet; sent in one journal, received in the other. */
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
