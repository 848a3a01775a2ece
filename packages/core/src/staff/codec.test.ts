import { expect, it } from 'vitest'
import { approvalRequestFromWire, approvalRequestToWire } from './codec.ts'

const row = {
  ...{ id: 3, action: 'fund', target: 'reserve:trading', staffid: 1, staff: 'ann@glasshouse.test' },
  ...{ time: 1000, until: 87_401_000, mine: true, wish: { reserve: 'trading', amount: '5' } },
}

it('reads the fields of an approval request and spells them as on the wire', () => {
  const request = approvalRequestFromWire(row)
  expect(request.payload).toEqual({ reserve: 'trading', amount: '5' })
  expect(request).not.toHaveProperty('wish')
  expect(approvalRequestToWire(request)).toEqual(row)
})
