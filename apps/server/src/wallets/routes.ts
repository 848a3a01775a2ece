import type { UserInfo } from '@glasshouse/core/identity/wire'
import { formatUsdt } from '@glasshouse/core/money/units'
import { profileOf } from '../identity/index.ts'
import { type AnyRoute, type Db, route } from '../platform/index.ts'
import { type CoinPrices, listWallet, transferBetweenWallets, type WalletDeps, walletsOf } from './service.ts'

const userInfoOf = async (db: Db, uid: number): Promise<UserInfo> => {
  const [{ info }, wallets] = await Promise.all([profileOf(db, uid), walletsOf(db, uid)])
  return {
    ...info,
    wallet: formatUsdt(wallets.wallet),
    contractwallet: formatUsdt(wallets.contract),
    secondcontractwallet: formatUsdt(wallets.contract2),
    coinwallet: formatUsdt(wallets.coin),
    bonus: formatUsdt(wallets.bonus),
  }
}

export const walletRoutes = (deps: WalletDeps & { readonly prices: CoinPrices }): AnyRoute[] => {
  const { db } = deps.database
  return [
    route('/api/user/getuserinfo', async ({ customer }) => userInfoOf(db, customer.uid)),
    route('/api/user/userInfo', async ({ customer }) => userInfoOf(db, customer.uid)),
    route('/api/user/wallet', async ({ customer }) => listWallet(db, customer.uid, deps.prices)),
    route('/api/user/walletTransfer', async ({ customer, body: { transfervalue, ...code } }) => {
      await transferBetweenWallets(deps, customer.uid, code, transfervalue)
      return {}
    }),
  ]
}
