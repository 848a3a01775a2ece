import { claimedCodeToWire } from '@glasshouse/core/ai/activation/codec'
import { aiRunToWire, aiStatusToWire, placeRunFromWire } from '@glasshouse/core/ai/codec'
import { ruleToWire } from '@glasshouse/core/ai/strategy/codec'
import { sortedPageFromWire } from '@glasshouse/core/wire/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { claimCode } from './service/activation.ts'
import type { AiDeps } from './service/deps.ts'
import { placeRun } from './service/place.ts'
import { getPublishedRule } from './service/rule.ts'
import { listOwnRuns, readStatus, stopRun } from './service/runs.ts'

/** Calls of AI ordering. */
export const aiRoutes = (deps: AiDeps): AnyRoute[] => [
  route('/api/ai/obtainAI', async ({ customer }) => claimedCodeToWire(await claimCode(deps, customer.uid))),
  route('/api/ai/aiStatus', async ({ customer }) => aiStatusToWire(await readStatus(deps, customer.uid))),
  route('/api/ai/aiList', async ({ customer, body }) => {
    const { rows, total } = await listOwnRuns(deps, customer.uid, sortedPageFromWire(body))
    return { rows: rows.map(aiRunToWire), total }
  }),
  route('/api/ai/rule', async ({ body, lang }) =>
    ruleToWire(await getPublishedRule(deps, body.pid ?? null, lang)),
  ),
  route('/api/ai/aiPlaceOrder', async ({ customer, body }) =>
    placeRun(deps, customer, placeRunFromWire(body)),
  ),
  route('/api/ai/aiStop', async ({ customer, body }) => {
    await stopRun(deps, customer.uid, body.id)
    return {}
  }),
]
