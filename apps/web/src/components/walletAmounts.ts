import type { UserInfo } from '@glasshouse/core/identity/wire'
import type { WalletName } from '@glasshouse/core/wallets/rules'

/** Balance of a wallet in the user profile. */
export const walletAmount = (info: UserInfo, wallet: WalletName): string =>
  ({
    wallet: info.wallet,
    contract: info.contractwallet,
    contract2: info.secondcontractwallet,
    coin: info.coinwallet,
  })[wallet]

/** Display order of the wallets: main wallet first, because deposits arrive there. */
export const visibleWallets = [
  'wallet',
  'contract',
  'contract2',
  'coin',
] as const satisfies readonly WalletName[]
