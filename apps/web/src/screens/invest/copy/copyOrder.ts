import { exitLevy, performanceFee } from '@glasshouse/core/invest/copy/fees'
import { type AnnouncedExit, type ExitMode, planExit } from '@glasshouse/core/invest/copy/schedule'
import { type PoolUnits, unitsValue } from '@glasshouse/core/invest/copy/units'
import type { InvestOrderRow } from '@glasshouse/core/invest/wire'
import type { Usdt } from '@glasshouse/core/money/units'
import { ppmOf, unitPriceOf, unitsOf } from './terms.ts'

/** What leaving at the newest unit price would pay, by the rules of a dealing, USDT. */
export type LeavePreview = {
  readonly value: Usdt
  readonly fee: Usdt
  readonly levy: Usdt
  readonly paid: Usdt
}

/** Previews an exit: the fee of new profit, and the levy of an exit between two periods. */
export const leavePreview = (order: InvestOrderRow, mode: ExitMode): LeavePreview => {
  const units = unitsOf(order.units ?? '0')
  const unitPrice = unitPriceOf(order.unitprice ?? '0')
  const value = unitsValue(units, unitPrice)
  const fee = performanceFee({
    units,
    highWaterMark: unitPriceOf(order.hwm ?? '0'),
    unitPrice,
    leadFeePpm: ppmOf(order.leadfee ?? '0'),
  })
  const kept = unitsValue((units - fee.units) as PoolUnits, unitPrice)
  const levy = mode === 'now' ? exitLevy(kept, ppmOf(order.exitlevy ?? '0')) : (0n as Usdt)
  return { value, fee: (value - kept) as Usdt, levy, paid: (kept - levy) as Usdt }
}

/** The exit a request would announce now; null where it would be refused. */
export const exitOf = (order: InvestOrderRow, mode: ExitMode, nowMs: number): AnnouncedExit | null => {
  const leavesMs = order.leaves ?? null
  return planExit({
    mode,
    requestedAtMs: nowMs,
    periodEndMs: order.returntime,
    periodDays: order.freezedate,
    announced: leavesMs === null ? null : { mode: 'period', leavesMs },
  })
}
