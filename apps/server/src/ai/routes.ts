import { placeRunFromWire } from '@glasshouse/core/ai/codec'
import { sortedPageFromWire } from '@glasshouse/core/wire/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { claimCode } from './service/activation.ts'
import type { AiDeps } from './service/deps.ts'
import { placeRun } from './service/place.ts'
import { describeRule } from './service/rule.ts'
import { listOwnRuns, readStatus, stopRun } from './service/runs.ts'

/** Calls of AI ordering. */
export const aiRoutes = (deps: AiDeps): AnyRoute[] => [
  route('/api/ai/obtainAI', async ({ customer }) => claimCode(deps, customer.uid)),
  route('/api/ai/aiStatus', async ({ customer }) => readStatus(deps, customer.uid)),
  route('/api/ai/aiList', async ({ customer, body }) =>
    listOwnRuns(deps, customer.uid, sortedPageFromWire(body)),
  ),
  route('/api/ai/rule', async ({ body, lang }) => describeRule(deps, body.pid ?? null, lang)),
  route('/api/ai/aiPlaceOrder', async ({ customer, body }) =>
    placeRun(deps, customer, placeRunFromWire(body)),
  ),
  route('/api/ai/aiStop', async ({ customer, body }) => {
    await stopRun(deps, customer.uid, body.id)
    return {}
  }),
]
