import type { Usdt } from '@glasshouse/core/money/units'
import type { WalletName } from '@glasshouse/core/wallets/rules'
import type { Generated } from 'kysely'

export type WalletsTables = {
  wallets_transfer: TransferTable
}

type TransferTable = {
  id: Generated<number>
  uid: number
  from_wallet: WalletName
  to_wallet: WalletName
  amount: Usdt
  made_ms: number
}
