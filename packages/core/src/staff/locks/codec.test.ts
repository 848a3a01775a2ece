import { expect, it } from 'vitest'
import { calls } from '../../calls.ts'
import { type ListedStaffLock, listedLocksFromWire, listedLockToWire } from './codec.ts'

const { data } = calls['/staff/api/lockList']
const lock: ListedStaffLock = {
  ...{ id: 4, uid: 10_001, username: 'ada', reason: 'court_order', remark: 'An order.', reference: 'X 1' },
  ...{ origin: 'staff', staff: 'ann@glasshouse.test', staffId: 2, agreed: 'bob@glasshouse.test' },
  ...{ fromMs: 1, untilMs: 2, endedMs: 3 },
}
const own: ListedStaffLock = {
  ...lock,
  ...{ reason: 'stolen_access', reference: null, origin: 'customer', staff: null, staffId: null },
  ...{ agreed: null, untilMs: null, endedMs: null },
}

it('a lock has the names of the wire, and returns as it was sent', () => {
  expect(listedLockToWire(lock)).toMatchObject({ staffid: 2, from: 1, until: 2, ended: 3, username: 'ada' })
  expect(listedLocksFromWire(data.parse([lock, own].map(listedLockToWire)))).toEqual([lock, own])
})
