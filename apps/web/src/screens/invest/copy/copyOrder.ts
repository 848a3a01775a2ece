import { exitLevy, performanceFee } from '@glasshouse/core/invest/copy/fees'
import { type AnnouncedExit, type ExitMode, planExit } from '@glasshouse/core/invest/copy/schedule'
import { type PoolUnits, unitsValue } from '@glasshouse/core/invest/copy/units'
import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import { type Usdt, usdt } from '@glasshouse/core/money/units'

/** What leaving at the newest unit price would pay, by the rules of a dealing, USDT. */
export type LeavePreview = {
  readonly value: Usdt
  readonly fee: Usdt
  readonly levy: Usdt
  readonly paid: Usdt
}

/** Previews an exit: the fee of new profit, and the levy of an exit between two periods; 0 of an order without units. */
export const leavePreview = ({ copy }: InvestOrder, mode: ExitMode): LeavePreview => {
  const nothing = usdt('0')
  if (copy === null) return { value: nothing, fee: nothing, levy: nothing, paid: nothing }
  const { units, unitPrice, highWaterMark, leadFeePpm } = copy
  const value = unitsValue(units, unitPrice)
  const fee = performanceFee({ units, highWaterMark, unitPrice, leadFeePpm })
  const kept = unitsValue((units - fee.units) as PoolUnits, unitPrice)
  const levy = mode === 'now' ? exitLevy(kept, copy.exitLevyPpm) : nothing
  return { value, fee: (value - kept) as Usdt, levy, paid: (kept - levy) as Usdt }
}

/** The dealing at which an order leaves; null while none is announced. */
export const leavesMsOf = ({ copy }: InvestOrder): number | null => copy?.leavesMs ?? null

/** The exit a request would announce now; null where it would be refused. */
export const exitOf = (order: InvestOrder, mode: ExitMode, nowMs: number): AnnouncedExit | null => {
  const leavesMs = leavesMsOf(order)
  return planExit({
    mode,
    requestedAtMs: nowMs,
    periodEndMs: order.redeemableMs,
    periodDays: order.days,
    announced: leavesMs === null ? null : { mode: 'period', leavesMs },
  })
}
