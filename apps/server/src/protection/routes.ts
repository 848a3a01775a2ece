import { customerOf } from '../identity/index.ts'
import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import { readLimits, setLimits } from './service/limits.ts'
import { tellPolicy } from './service/policy.ts'
import { passRiskCheck, readRiskCheck } from './service/riskCheck.ts'

export const protectionRoutes = (deps: Pick<Platform, 'settings' | 'clock' | 'database'>): AnyRoute[] => {
  const { db } = deps.database
  return [
    route('/api/common/policy', async ({ token }) => {
      const session = token === null ? null : await customerOf(db, deps.clock, token)
      return tellPolicy(deps, db, session?.kind === 'ok' ? session.customer.uid : null)
    }),
    route('/api/user/riskCheck', async ({ customer, body, lang }) =>
      readRiskCheck(deps, customer.uid, body.product, lang),
    ),
    route('/api/user/riskPass', async ({ customer, body, lang }) =>
      passRiskCheck(deps, customer.uid, body, lang),
    ),
    route('/api/user/limits', async ({ customer }) => readLimits(deps, customer.uid)),
    route('/api/user/setLimits', async ({ customer, body }) => setLimits(deps, customer.uid, body)),
  ]
}
