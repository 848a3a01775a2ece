import { type AnyRoute, route } from '../platform/index.ts'
import { type AiDeps, claimCode, readStatus } from './service.ts'

export const aiRoutes = (deps: AiDeps): AnyRoute[] => [
  route('/api/ai/obtainAI', async ({ customer }) => claimCode(deps, customer.uid)),
  route('/api/ai/aiStatus', async ({ customer }) => readStatus(deps, customer.uid)),
]
