import type { UnitPrice } from '@glasshouse/core/invest/copy/units'
import { initialUnitPrice, unitsValue } from '@glasshouse/core/invest/copy/units'
import type { PoolState } from '@glasshouse/core/invest/copy/wire'
import { type CopyHolding, unitPriceFromWire } from '@glasshouse/core/invest/orders/codec'
import type { CopyPart } from '@glasshouse/core/invest/products/view/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import type { CopyRow, PoolRow } from '../../schema.ts'
import type { PoolWithLead } from '../../store/copy/pools.ts'
import type { PoolNow } from './capacity.ts'

const noPrice = unitPriceFromWire('0')

/** Value of a copy order at a unit price, rounded down; the money put in while it waits has no units yet and no value. */
export const copyValue = (copy: CopyRow, unitPrice: UnitPrice): Usdt => unitsValue(copy.units, unitPrice)

/** What a copy order holds. */
export const viewCopy = (copy: CopyRow, unitPrice: UnitPrice): CopyHolding => ({
  units: copy.units,
  unitPrice,
  value: copyValue(copy, unitPrice),
  highWaterMark: copy.high_water_mark ?? noPrice,
  leavesMs: copy.leaves_ms,
  stopLossPercent: copy.stop_loss_percent,
  leadFeePpm: copy.lead_fee_ppm,
  exitLevyPpm: copy.exit_levy_ppm,
})

/** Whether a pool copies, waits for a price, or is stopped. */
export const poolStateOf = ({ stopped_ms, due_ms }: PoolRow): PoolState => {
  if (stopped_ms !== null) return 'stopped'
  return due_ms === null ? 'copying' : 'waiting'
}

/** What is read of a pool besides its row, to show it. */
export type PoolFigures = PoolWithLead & {
  readonly username: string
  readonly followers: number
  readonly capacity: Usdt
  readonly now: PoolNow
}

/** Period, lead and pool of a copy product. */
export const viewPool = ({ pool, lead, username, followers, capacity, now }: PoolFigures): CopyPart => ({
  periodDays: pool.period_days,
  lead: {
    id: lead.id,
    username,
    days: lead.record_days,
    riskScore: lead.risk_score,
    equity: lead.equity,
    leadFeePpm: pool.lead_fee_ppm,
    maxLeverage: pool.max_multiple,
    copyStopPercent: pool.copy_stop_percent,
    exitLevyPpm: pool.exit_levy_ppm,
  },
  pool: {
    units: pool.units,
    unitPrice: pool.dealt_ms === null ? initialUnitPrice : pool.unit_price,
    equity: now?.equity ?? null,
    indicative: now?.indicative ?? null,
    highest: pool.highest,
    dealtMs: pool.dealt_ms,
    capacity,
    followers,
    state: poolStateOf(pool),
  },
})
