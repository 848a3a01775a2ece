import type { CustomerAccountType } from '@glasshouse/core/ledger/chart'

const accounts: Readonly<Record<CustomerAccountType, string>> = {
  wallet: 'Wallet',
  contract: 'Contract wallet',
  contract2: 'Second contract wallet',
  coin: 'Coin wallet',
  bonus: 'Bonus',
  experience: 'Trial funds',
  contractMargin: 'Margin',
  contract2Margin: 'Margin of the second wallet',
  contractHold: 'Held for waiting orders',
  contract2Hold: 'Held for waiting orders, second wallet',
  optionStake: 'Stakes of options',
  principal: 'Principal',
  experiencePrincipal: 'Principal of trial funds',
  withdrawal: 'Held for withdrawals',
}

/** Label of a customer's ledger account. */
export const accountName = (account: string): string =>
  (accounts as Readonly<Record<string, string>>)[account] ?? account
