import type { Deposit, ListDepositsQuery } from '@glasshouse/core/deposits/codec'
import { depositState } from '@glasshouse/core/deposits/rules'
import type { Platform } from '../../platform/services/index.ts'
import { confirmationsNeeded } from '../chains/choose.ts'
import { type ListedDeposit, listDepositRows } from '../store/deposits.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'settings'>

/** One page of a customer's deposits. */
export const listDeposits = async (
  deps: Deps,
  uid: number,
  query: ListDepositsQuery,
): Promise<{ readonly rows: readonly Deposit[]; readonly total: number }> => {
  const nowMs = deps.clock.now()
  const { rows, total } = await listDepositRows(deps.database.db, { uid, nowMs, ...query })
  return { total, rows: rows.map((row) => shown(deps, row, nowMs)) }
}

const shown = ({ settings }: Deps, row: ListedDeposit, nowMs: number): Deposit => {
  const state = depositState(row, nowMs)
  return {
    id: row.id,
    state,
    createdMs: row.created_ms,
    amount: row.amount,
    credited: row.credited,
    channel: row.channel,
    hash: row.hash,
    remark: row.remark,
    chainStatus: row.finding,
    confirmations: row.confirmations,
    confirmationsNeeded: row.network === null ? null : confirmationsNeeded(settings, row.network),
    paymentUrl: state === 'pending' ? row.checkout_url : null,
  }
}
