import type { UserInfo } from '@glasshouse/core/identity/wire'
import type { WalletName } from '@glasshouse/core/wallets/rules'

/** The amount of a wallet as the profile tells it. */
export const walletAmount = (info: UserInfo, wallet: WalletName): string =>
  ({
    wallet: info.wallet,
    contract: info.contractwallet,
    contract2: info.secondcontractwallet,
    coin: info.coinwallet,
  })[wallet]

/** The order in which wallets are shown: where money arrives first. */
export const visibleWallets = [
  'wallet',
  'contract',
  'contract2',
  'coin',
] as const satisfies readonly WalletName[]
