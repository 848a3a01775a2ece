import { percentOfPpm } from '@glasshouse/core/invest/copy/productRules'
import type { UnitPrice } from '@glasshouse/core/invest/copy/units'
import { initialUnitPrice, unitsValue } from '@glasshouse/core/invest/copy/units'
import type { PoolState } from '@glasshouse/core/invest/copy/wire'
import { type CopyHolding, formatUnitPrice, unitPriceFromWire } from '@glasshouse/core/invest/orders/codec'
import type { ProductRow } from '@glasshouse/core/invest/wire'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
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

/** Lead and pool of a copy product in wire form. */
export const viewPool = ({
  pool,
  lead,
  username,
  followers,
  capacity,
  now,
}: PoolFigures): Required<Pick<ProductRow, 'lead' | 'pool'>> => ({
  lead: {
    id: lead.id,
    username,
    days: lead.record_days,
    riskscore: lead.risk_score,
    equity: formatUsdt(lead.equity),
    leadfee: percentOfPpm(pool.lead_fee_ppm),
    maxmultiple: pool.max_multiple,
    copystop: String(pool.copy_stop_percent),
    exitlevy: percentOfPpm(pool.exit_levy_ppm),
  },
  pool: {
    units: formatUsdt(pool.units),
    unitprice: formatUnitPrice(pool.dealt_ms === null ? initialUnitPrice : pool.unit_price),
    equity: now === null ? null : formatUsdt(now.equity),
    indicative: now === null ? null : formatUnitPrice(now.indicative),
    highest: formatUnitPrice(pool.highest),
    dealt: pool.dealt_ms,
    capacity: formatUsdt(capacity),
    followers,
    state: poolStateOf(pool),
  },
})
