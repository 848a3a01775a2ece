/** Wire forms of the operator's capital. */
import type { DataOf } from '../../calls.ts'
import { formatUsdt, usdt } from '../../money/units.ts'

type MovementRow = DataOf<'/staff/api/fundList'>[number]

/** Capital that the operator put into a reserve or took out of it. */
export type CapitalMovement = {
  readonly id: number
  readonly reserve: MovementRow['reserve']
  /** USDT, or the coin of an issue. */
  readonly asset: string
  readonly direction: 'in' | 'out'
  /** In units of 1e-8 of the asset. */
  readonly amount: bigint
  readonly remark: string
  readonly staffId: number
  readonly atMs: number
}

/** Formats a movement for `/staff/api/fundList`. */
export const capitalMovementToWire = (movement: CapitalMovement): MovementRow => ({
  id: movement.id,
  reserve: movement.reserve,
  asset: movement.asset,
  direction: movement.direction,
  amount: formatUsdt(movement.amount),
  remark: movement.remark,
  staffid: movement.staffId,
  time: movement.atMs,
})

/**
 * Parses the movements of `/staff/api/fundList`.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const capitalMovementsFromWire = (rows: readonly MovementRow[]): readonly CapitalMovement[] =>
  rows.map(({ amount, staffid, time, ...movement }) => ({
    ...movement,
    ...{ amount: usdt(amount), staffId: staffid, atMs: time },
  }))
