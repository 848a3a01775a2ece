import { sortedPageFromWire } from '@glasshouse/core/wire/codec'
import {
  listWithdrawalsFromWire,
  quoteWithdrawalFromWire,
  requestedWithdrawalToWire,
  requestWithdrawalFromWire,
  withdrawalQuoteToWire,
  withdrawalStatusToWire,
  withdrawalToWire,
} from '@glasshouse/core/withdrawals/codec'
import {
  markSentFromWire,
  payoutFileTextToWire,
  payoutFileToWire,
  pendingReasonToWire,
  sentPayoutToWire,
} from '@glasshouse/core/withdrawals/payouts/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { cancelWithdrawal } from './service/cancel.ts'
import type { WithdrawalDeps } from './service/context.ts'
import { setPendingReason } from './service/holds.ts'
import { getWithdrawalStatus, listWithdrawals } from './service/list.ts'
import { quoteWithdrawal, requestWithdrawal } from './service/request.ts'
import {
  createPayoutFile,
  failWithdrawal,
  getPayoutFile,
  listPayoutFiles,
  markSent,
} from './service/sending.ts'

/** Calls of withdrawals. */
export const withdrawalRoutes = (deps: WithdrawalDeps): AnyRoute[] => [
  route('/api/pay/withdrawQuote', async ({ customer, body }) =>
    withdrawalQuoteToWire(await quoteWithdrawal(deps, customer.uid, quoteWithdrawalFromWire(body))),
  ),
  route('/api/pay/withdraw', async ({ customer, body }) =>
    requestedWithdrawalToWire(await requestWithdrawal(deps, customer.uid, requestWithdrawalFromWire(body))),
  ),
  route('/api/pay/withdrawStatus', async ({ customer, body }) =>
    withdrawalStatusToWire(await getWithdrawalStatus(deps, customer.uid, body.id)),
  ),
  route('/api/pay/withdrawalList', async ({ customer, body }) => {
    const { rows, total } = await listWithdrawals(deps, customer.uid, listWithdrawalsFromWire(body))
    return { rows: rows.map(withdrawalToWire), total }
  }),
  route('/api/pay/cancelWithdraw', async ({ customer, body }) => {
    await cancelWithdrawal(deps, customer.uid, body.id)
    return {}
  }),
  ...sendingRoutes(deps),
]

/** Calls of managers for approved withdrawals. */
const sendingRoutes = (deps: WithdrawalDeps): AnyRoute[] => [
  route('/staff/api/withdrawHold', async ({ body, staff, ip, userAgent }) =>
    pendingReasonToWire(await setPendingReason(deps, { staff, origin: { ip, userAgent } }, body)),
  ),
  route('/staff/api/withdrawExport', async ({ body, staff, ip, userAgent }) =>
    payoutFileTextToWire(await createPayoutFile(deps, { staff, origin: { ip, userAgent } }, body)),
  ),
  route('/staff/api/withdrawBatches', async ({ body, staff, ip, userAgent }) => {
    const page = sortedPageFromWire(body)
    const { rows, total } = await listPayoutFiles(deps, { staff, origin: { ip, userAgent } }, page)
    return { rows: rows.map(payoutFileToWire), total }
  }),
  route('/staff/api/withdrawBatch', async ({ body, staff, ip, userAgent }) =>
    payoutFileTextToWire(await getPayoutFile(deps, { staff, origin: { ip, userAgent } }, body.id)),
  ),
  route('/staff/api/withdrawSent', async ({ body, staff, ip, userAgent }) =>
    sentPayoutToWire(await markSent(deps, { staff, origin: { ip, userAgent } }, markSentFromWire(body))),
  ),
  route('/staff/api/withdrawFail', async ({ body, staff, ip, userAgent }) => {
    await failWithdrawal(deps, { staff, origin: { ip, userAgent } }, body)
    return {}
  }),
]
