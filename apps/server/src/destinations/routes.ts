import type { Network } from '@glasshouse/core/destinations/rules'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import {
  getBankDetails,
  getWithdrawalAddresses,
  saveBankDetails,
  saveWalletAddress,
  saveWithdrawalAddress,
} from './service/destinations.ts'

const networkOf = { 1001: '1001', 1002: '1002' } as const satisfies Record<number, Network>

/** Calls of withdrawal addresses and bank accounts. */
export const destinationRoutes = (deps: Pick<Platform, 'clock' | 'database' | 'secrets'>): AnyRoute[] => [
  route('/api/user/myBankCard', async ({ customer }) => getBankDetails(deps, customer.uid)),
  route('/api/user/saveBankCard', async ({ customer, body, ip }) => {
    await saveBankDetails(deps, { uid: customer.uid, ip }, body)
    return {}
  }),
  route('/api/user/updateWalletaddr', async ({ customer, body, ip }) => {
    await saveWalletAddress(deps, { uid: customer.uid, ip }, body)
    return {}
  }),
  route('/api/user/queryColdWallet', async ({ customer }) => getWithdrawalAddresses(deps, customer.uid)),
  route('/api/user/saveOrUpdColdWallet', async ({ customer, body, ip }) => {
    const network = networkOf[body.addrtype]
    await saveWithdrawalAddress(deps, { uid: customer.uid, ip }, { network, address: body.address })
    return {}
  }),
]
