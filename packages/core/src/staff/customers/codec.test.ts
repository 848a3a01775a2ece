import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activationStates } from '../../ai/rules.ts'
import { calls } from '../../calls.ts'
import { customerFlags } from '../wire.ts'
import {
  type CustomerFlagChange,
  type CustomerFlags,
  customerDetailFromWire,
  customerDetailToWire,
  customerFlagsFromWire,
  customerFlagsToWire,
  customerFlagToWire,
  customersFromWire,
  recentCustomersFromWire,
  recentCustomersToWire,
  setCustomerFlagFromWire,
  setCustomerFlagResultFromWire,
  setCustomerFlagResultToWire,
  setCustomerFlagToWire,
} from './codec.ts'

const off: CustomerFlags = {
  ...{ isLocked: false, hidesIdentityCheck: false, canSendToOthers: false, creditScore: 0 },
  isIntroducingBroker: false,
}
const on: CustomerFlags = {
  ...{ isLocked: true, hidesIdentityCheck: true, canSendToOthers: true, creditScore: 80 },
  isIntroducingBroker: true,
}

describe('flags of a customer', () => {
  it('have the numbers of the wire', () => {
    expect(customerFlagsToWire(off)).toEqual({
      ...{ frozen: 0, kycswitch: 0, transferswitch: 1, creditscore: 0, ib: 0 },
    })
    expect(customerFlagsToWire(on)).toEqual({
      ...{ frozen: 1, kycswitch: 1, transferswitch: 2, creditscore: 80, ib: 1 },
    })
    for (const flags of [off, on]) expect(customerFlagsFromWire(customerFlagsToWire(flags))).toEqual(flags)
    expect((Object.keys(off) as (keyof CustomerFlags)[]).map(customerFlagToWire)).toEqual([...customerFlags])
  })

  it('are off where a number is not known', () => {
    const unknown = { frozen: 9, kycswitch: 9, transferswitch: 9, creditscore: 0, ib: 9 }
    expect(customerFlagsFromWire(unknown)).toEqual(off)
  })
})

describe('setting a flag', () => {
  const { request } = calls['/staff/api/userSet']
  it.each<[CustomerFlagChange, object]>([
    [{ flag: 'isLocked', value: true }, { frozen: 1 }],
    [{ flag: 'isLocked', value: false }, { frozen: 0 }],
    [{ flag: 'hidesIdentityCheck', value: true }, { kycswitch: 1 }],
    [{ flag: 'hidesIdentityCheck', value: false }, { kycswitch: 0 }],
    [{ flag: 'canSendToOthers', value: true }, { transferswitch: 2 }],
    [{ flag: 'canSendToOthers', value: false }, { transferswitch: 1 }],
    [{ flag: 'creditScore', value: 40 }, { creditscore: 40 }],
    [{ flag: 'isIntroducingBroker', value: true }, { ib: 1 }],
    [{ flag: 'isIntroducingBroker', value: false }, { ib: 0 }],
    [{ flag: 'isIntroducingBroker', value: null }, { ib: '' }],
  ])('returns from the wire as it was sent: %j', (change, wire) => {
    expect(setCustomerFlagToWire({ uid: 7, change })).toEqual({ uid: 7, ...wire })
    const body = request.parse(setCustomerFlagToWire({ uid: 7, change }))
    expect(setCustomerFlagFromWire(body)).toEqual({ uid: 7, changes: [change] })
  })

  it('reads what a lock needs besides, and every flag of a request that has several or none', () => {
    const needs = { reason: 'court_order', remark: 'By order.', reference: 'AZ 1' } as const
    const sent = setCustomerFlagToWire({ uid: 7, change: { flag: 'isLocked', value: true }, ...needs })
    expect(setCustomerFlagFromWire(request.parse(sent))).toMatchObject(needs)
    const several = request.parse({ uid: 7, ib: 1, creditscore: 4, frozen: 0 })
    expect(setCustomerFlagFromWire(several).changes.map(({ flag }) => flag)).toEqual([
      ...['isLocked', 'creditScore', 'isIntroducingBroker'],
    ])
    expect(setCustomerFlagFromWire(request.parse({ uid: 7 })).changes).toEqual([])
  })

  it('answers with all flags, and of a lock with what stands', () => {
    const standing = { reason: 'stolen_access', until: null } as const
    const results = [
      { flags: on, lock: null },
      { flags: on, lock: { standing, isWaiting: false } },
      { flags: off, lock: { standing: null, isWaiting: true } },
    ]
    expect(results.map(setCustomerFlagResultToWire)).toEqual([
      customerFlagsToWire(on),
      { ...customerFlagsToWire(on), lock: standing },
      { ...customerFlagsToWire(off), lock: null, approvals: 1 },
    ])
    for (const result of results)
      expect(setCustomerFlagResultFromWire(setCustomerFlagResultToWire(result))).toEqual(result)
  })
})

const row = {
  ...{ uid: 10_001, username: 'ada', email: 'ada@example.com', phone: '12025550123', isLocked: true },
  ...{ registeredMs: 5, closedMs: null },
}
const wireRow = {
  ...{ uid: 10_001, username: 'ada', email: 'ada@example.com', utel: '12025550123', frozen: 1 },
  ...{ registered: 5, closed: null },
}

it('reads customers in lists', () => {
  expect(customersFromWire([wireRow])).toEqual([row])
  expect(recentCustomersToWire([{ ...row, openedMs: 9 }])).toEqual([{ ...wireRow, opened: 9 }])
  expect(recentCustomersFromWire([{ ...wireRow, opened: 9 }])).toEqual([{ ...row, openedMs: 9 }])
})

it('returns the page of a customer as it was sent', () => {
  const lists = { balances: [], orders: [], options: [], journal: [], sessions: [] }
  const figures = { assets: '1', deposited: '2', withdrawn: '3' }
  const ai = { code: 'G1', state: 'active', untilMs: 8 } as const
  const detail = {
    profile: { ...row, ...on, lock: null, referrerUid: 10_000, country: 'US', region: 'default', ai },
    ...{ figures, ...lists },
  }
  expect(customerDetailToWire(detail).profile).toEqual({
    ...{ ...wireRow, ...customerFlagsToWire(on), lock: null, referrer: 10_000, country: 'US' },
    ...{ region: 'default', activecode: 'G1', activecodestatus: 3, activeuntil: 8 },
  })
  fc.assert(
    fc.property(fc.constantFrom(...activationStates), fc.constantFrom(on, off), (state, flags) => {
      const sent = { ...detail, profile: { ...detail.profile, ...flags, ai: { ...ai, state } } }
      expect(customerDetailFromWire(customerDetailToWire(sent))).toEqual(sent)
    }),
  )
})
