import type { Quantity } from '@glasshouse/core/money/units'
import type { Generated } from 'kysely'

/** What open contracts of a market come to; quantities 1e-8 coins, costs quantity × price. */
type ExposureRow = {
  pid: number
  long_quantity: Generated<Quantity>
  long_cost: Generated<bigint>
  short_quantity: Generated<Quantity>
  short_cost: Generated<bigint>
}

export type ExposureTables = {
  /** Of the general part of the house account. */
  contracts_exposure: ExposureRow
  /** Of the other parts; differences, which may be negative. */
  contracts_exposure_part: ExposureRow & { part: number }
}
