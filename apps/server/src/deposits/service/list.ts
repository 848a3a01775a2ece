import type { DataOf } from '@glasshouse/core/calls'
import { depositState, type ListDepositsQuery } from '@glasshouse/core/deposits/codec'
import { depositStatus } from '@glasshouse/core/deposits/rules'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { Platform } from '../../platform/services/index.ts'
import { confirmationsNeeded } from '../chains/choose.ts'
import { type ListedDeposit, listDepositRows } from '../store/deposits.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'settings'>
type ChannelView = DataOf<'/api/pay/myPay'>[number]

/** One page of a customer's deposits in wire form. */
export const listDeposits = async (deps: Deps, uid: number, query: ListDepositsQuery) => {
  const nowMs = deps.clock.now()
  const { rows, total } = await listDepositRows(deps.database.db, { uid, nowMs, ...query })
  return { total, rows: rows.map((row) => shown(deps, row, nowMs)) }
}

const shown = ({ settings }: Deps, row: ListedDeposit, nowMs: number): ChannelView => {
  const status = depositStatus(row, nowMs)
  const { credited, hash, remark, network, finding, confirmations, checkout_url: url } = row
  const needed = network === null ? null : confirmationsNeeded(settings, network)
  return {
    id: row.id,
    status,
    creatTime: row.created_ms,
    money: formatUsdt(row.amount),
    channel: row.channel,
    ...(credited === null ? {} : { credited: formatUsdt(credited) }),
    ...(hash === null ? {} : { hash }),
    ...(remark === null ? {} : { remark }),
    ...(finding === null ? {} : { finding }),
    ...(confirmations === null ? {} : { confirmations }),
    ...(needed === null ? {} : { needed }),
    ...(url === null || depositState(status) !== 'pending' ? {} : { url }),
  }
}
