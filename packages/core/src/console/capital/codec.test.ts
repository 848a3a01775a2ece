import { expect, it } from 'vitest'
import { calls } from '../../calls.ts'
import { usdt } from '../../money/units.ts'
import { type CapitalMovement, capitalMovementsFromWire, capitalMovementToWire } from './codec.ts'

const { data } = calls['/staff/api/fundList']
const movement: CapitalMovement = {
  ...{ id: 3, reserve: 'trading', asset: 'USDT', direction: 'in', amount: usdt('2000.00000001') },
  ...{ remark: 'More.', staffId: 2, atMs: 1000 },
}

it('a movement of capital has the names of the wire, and returns with every unit of its amount', () => {
  expect(capitalMovementToWire(movement)).toMatchObject({ amount: '2000.00000001', staffid: 2, time: 1000 })
  const all = [movement, { ...movement, reserve: 'subscription:3', asset: 'GLS', direction: 'out' }] as const
  expect(capitalMovementsFromWire(data.parse(all.map(capitalMovementToWire)))).toEqual(all)
})

it('is refused where its amount is no number', () => {
  expect(() => capitalMovementsFromWire([{ ...capitalMovementToWire(movement), amount: '1,5' }])).toThrow(
    RangeError,
  )
})
