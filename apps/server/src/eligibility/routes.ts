import { authenticateCustomer } from '../identity/index.ts'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { readLimits, setLimits } from './service/limits.ts'
import { describePolicy } from './service/policy.ts'
import { getRiskCheck, submitRiskCheck } from './service/riskCheck.ts'

/** Calls of the risk check and of limits that customers set themselves. */
export const eligibilityRoutes = (deps: Pick<Platform, 'settings' | 'clock' | 'database'>): AnyRoute[] => {
  const { db } = deps.database
  return [
    route('/api/common/policy', async ({ token }) => {
      const session = token === null ? null : await authenticateCustomer(db, deps.clock, token)
      return describePolicy(deps, db, session?.kind === 'ok' ? session.customer.uid : null)
    }),
    route('/api/user/riskCheck', async ({ customer, body, lang }) =>
      getRiskCheck(deps, customer.uid, body.product, lang),
    ),
    route('/api/user/riskPass', async ({ customer, body, lang }) =>
      submitRiskCheck(deps, customer.uid, body, lang),
    ),
    route('/api/user/limits', async ({ customer }) => readLimits(deps, customer.uid)),
    route('/api/user/setLimits', async ({ customer, body, requireStepUp }) =>
      setLimits(deps, customer.uid, body, requireStepUp),
    ),
  ]
}
