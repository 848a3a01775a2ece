import { formatUsdt } from '@glasshouse/core/money/units'
import {
  asksForTasks,
  checkInToWire,
  signinsToWire,
  submitTaskFromWire,
  taskStateToWire,
  tasksToWire,
  tiersToWire,
} from '@glasshouse/core/rewards/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { checkIn, claimTotal, getSignins, type SigninDeps } from './service/signin.ts'
import { listTasks, submitTask, type TaskDeps } from './service/tasks.ts'

/** Calls of signing in for rewards and of tasks. */
export const rewardRoutes = (deps: SigninDeps & TaskDeps): AnyRoute[] => [
  route('/api/signin/signInMsg', async ({ customer, lang }) =>
    signinsToWire(await getSignins(deps, customer.uid, lang)),
  ),
  route('/api/signin/onboard', async ({ customer, lang }) =>
    signinsToWire(await getSignins(deps, customer.uid, lang)),
  ),
  route('/api/signin/checkinReward', async ({ customer, lang }) =>
    tiersToWire(await getSignins(deps, customer.uid, lang)),
  ),
  route('/api/signin/checkinDaily', async ({ customer }) => checkInToWire(await checkIn(deps, customer.uid))),
  route('/api/signin/signinTotalReward', async ({ customer, body }) => ({
    money: formatUsdt(await claimTotal(deps, customer.uid, body.id)),
  })),
  route('/api/task/taskList', async ({ customer, body, lang }) =>
    tasksToWire(asksForTasks(body) ? await listTasks(deps, customer.uid, lang) : []),
  ),
  route('/api/task/submit', async ({ customer, body }) =>
    taskStateToWire(await submitTask(deps, customer.uid, submitTaskFromWire(body))),
  ),
]
