import {
  bankFromWire,
  coldWalletFromWire,
  destinationsToWire,
  walletFromWire,
} from '@glasshouse/core/destinations/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import {
  getBankDetails,
  getWithdrawalAddresses,
  saveBankDetails,
  saveWalletAddress,
  saveWithdrawalAddress,
} from './service/destinations.ts'

/** Calls of withdrawal addresses and bank accounts. */
export const destinationRoutes = (deps: Pick<Platform, 'clock' | 'database' | 'secrets'>): AnyRoute[] => [
  route('/api/user/myBankCard', async ({ customer }) =>
    destinationsToWire(await getBankDetails(deps, customer.uid)),
  ),
  route('/api/user/saveBankCard', async ({ customer, body, ip }) => {
    await saveBankDetails(deps, { uid: customer.uid, ip }, bankFromWire(body))
    return {}
  }),
  route('/api/user/updateWalletaddr', async ({ customer, body, ip }) => {
    await saveWalletAddress(deps, { uid: customer.uid, ip }, walletFromWire(body))
    return {}
  }),
  route('/api/user/queryColdWallet', async ({ customer }) => getWithdrawalAddresses(deps, customer.uid)),
  route('/api/user/saveOrUpdColdWallet', async ({ customer, body, ip }) => {
    await saveWithdrawalAddress(deps, { uid: customer.uid, ip }, coldWalletFromWire(body))
    return {}
  }),
]
