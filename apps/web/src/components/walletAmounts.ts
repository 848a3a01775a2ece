import type { WalletName } from '@glasshouse/core/wallets/rules'

/** Display order of the wallets: main wallet first, because deposits arrive there. */
export const visibleWallets = [
  'wallet',
  'contract',
  'contract2',
  'coin',
] as const satisfies readonly WalletName[]
