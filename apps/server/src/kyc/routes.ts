import { kycRecordToWire, submitKycFromWire } from '@glasshouse/core/kyc/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { getKyc } from './service/record.ts'
import { type KycDeps, submitKyc } from './service/submit.ts'

/** Calls of identity checks. */
export const kycRoutes = (deps: KycDeps): AnyRoute[] => [
  route('/api/user/queryKyc', async ({ customer }) => {
    const record = await getKyc(deps, customer.uid)
    return record && kycRecordToWire(record)
  }),
  route('/api/user/saveOrUpdKyc', async ({ customer, body }) => {
    await submitKyc(deps, customer.uid, submitKycFromWire(body))
    return {}
  }),
]
