import type { TickEvidence } from '@glasshouse/core/markets/wire'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import type { CoinWalletName, WalletName } from '@glasshouse/core/wallets/rules'
import type { ColumnType, Generated } from 'kysely'

export type WalletsTables = {
  wallets_transfer: TransferTable
  wallets_sale: SaleTable
  wallets_sending: SendingTable
  wallets_question: { uid: number; window_ms: number; asked: number }
}

type TransferTable = {
  id: Generated<number>
  uid: number
  from_wallet: WalletName
  to_wallet: WalletName
  amount: Usdt
  made_ms: number
}

type SaleTable = {
  id: Generated<number>
  uid: number
  place: CoinWalletName
  pid: number
  amount: Quantity
  rate: Price
  received: Usdt
  tick: ColumnType<TickEvidence, string, never>
  made_ms: number
}

type SendingTable = {
  id: Generated<number>
  uid: number
  to_uid: number
  amount: Usdt
  made_ms: number
}
