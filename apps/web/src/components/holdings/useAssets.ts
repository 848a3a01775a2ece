import { coinWalletFromWire, walletFromWire } from '@glasshouse/core/wallets/codec'
import { useMemo } from 'react'
import { useContractAccount } from '../../data/contractOrders.ts'
import { useProfile } from '../../data/profile.ts'
import { useDecodedCall } from '../../data/query.ts'
import { type AssetQueries, type Holdings, holdingsOf } from './holdings.ts'
import { useInvestSummary } from './investSummary.ts'

/** Polling interval; values follow the market. */
const everyMs = 5000

/** Loaded data of the assets, and the total once everything has loaded. */
export const useAssets = () => {
  const user = useProfile({ everyMs })
  const wallet = useDecodedCall('/api/user/wallet', {}, walletFromWire, { everyMs })
  const products = useDecodedCall('/api/user/coinWallet', {}, coinWalletFromWire, { everyMs })
  const contract = useContractAccount('contract', { everyMs })
  const contract2 = useContractAccount('contract2', { everyMs })
  const invest = useInvestSummary()
  const sources: AssetQueries | null = useMemo(
    () =>
      user.data && wallet.data && products.data && contract.data && contract2.data && invest.data
        ? {
            user: user.data,
            wallet: wallet.data,
            products: products.data,
            contract: contract.data,
            contract2: contract2.data,
            copyValue: invest.data.copyValue,
          }
        : null,
    [user.data, wallet.data, products.data, contract.data, contract2.data, invest.data],
  )
  const holdings: Holdings | null = useMemo(() => sources && holdingsOf(sources), [sources])
  const all = [user, wallet, products, contract, contract2, invest]
  return {
    user,
    wallet,
    products,
    contract,
    contract2,
    holdings,
    failed: all.find(({ error }) => error !== null),
  }
}
export type Assets = ReturnType<typeof useAssets>
