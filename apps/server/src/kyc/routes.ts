import { type AnyRoute, route } from '../platform/http/index.ts'
import { getKyc } from './service/record.ts'
import { type KycDeps, submitKyc } from './service/submit.ts'

/** Calls of identity checks. */
export const kycRoutes = (deps: KycDeps): AnyRoute[] => [
  route('/api/user/queryKyc', async ({ customer }) => getKyc(deps, customer.uid)),
  route('/api/user/saveOrUpdKyc', async ({ customer, body }) => {
    await submitKyc(deps, customer.uid, body)
    return {}
  }),
]
