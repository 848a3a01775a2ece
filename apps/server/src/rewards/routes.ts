import { submitTaskFromWire } from '@glasshouse/core/rewards/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { checkIn, claimTotal, getSignins, type SigninDeps } from './service/signin.ts'
import { listTasks, submitTask, type TaskDeps } from './service/tasks.ts'

/** Calls of signing in for rewards and of tasks. */
export const rewardRoutes = (deps: SigninDeps & TaskDeps): AnyRoute[] => [
  route('/api/signin/signInMsg', async ({ customer, lang }) => getSignins(deps, customer.uid, lang)),
  route('/api/signin/onboard', async ({ customer, lang }) => getSignins(deps, customer.uid, lang)),
  route('/api/signin/checkinReward', async ({ customer, lang }) => {
    const { rules, reward } = await getSignins(deps, customer.uid, lang)
    return { rules, reward }
  }),
  route('/api/signin/checkinDaily', async ({ customer }) => checkIn(deps, customer.uid)),
  route('/api/signin/signinTotalReward', async ({ customer, body }) =>
    claimTotal(deps, customer.uid, body.id),
  ),
  route('/api/task/taskList', async ({ customer, body, lang }) =>
    listTasks(deps, customer.uid, body.noticeType, lang),
  ),
  route('/api/task/submit', async ({ customer, body }) =>
    submitTask(deps, customer.uid, submitTaskFromWire(body)),
  ),
]
