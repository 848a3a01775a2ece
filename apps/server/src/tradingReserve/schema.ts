import type { Quantity } from '@glasshouse/core/money/units'
import type { Generated } from 'kysely'

/** What the open contracts of a market come to; quantities 1e-8 coins, costs quantity × price. */
export type ExposureTables = {
  contracts_exposure: {
    pid: number
    long_quantity: Generated<Quantity>
    long_cost: Generated<bigint>
    short_quantity: Generated<Quantity>
    short_cost: Generated<bigint>
  }
}
