/** The two contract wallets, named as their accounts in the ledger. */
export const contractWallets = ['contract', 'contract2'] as const
export type ContractWallet = (typeof contractWallets)[number]
