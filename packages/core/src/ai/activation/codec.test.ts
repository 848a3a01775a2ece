import { expect, it } from 'vitest'
import { calls } from '../../calls.ts'
import { activationStates } from '../rules.ts'
import {
  activatedCodeToWire,
  activationFromWire,
  activationToAudit,
  aiAccessFromWire,
  aiAccessToWire,
  claimedCodeToWire,
} from './codec.ts'

it('a code is told with the number of its state, to its customer and to staff', () => {
  const claimed = { code: 'G12345678', state: 'waiting' } as const
  expect(claimedCodeToWire(claimed)).toEqual({ activecode: 'G12345678', activecodestatus: 2 })
  const activated = activatedCodeToWire({ ...claimed, state: 'active', untilMs: 7 })
  expect(activated).toEqual({ activecode: 'G12345678', activecodestatus: 3, until: 7 })
  expect(calls['/staff/api/aiActivate'].data.parse(activated)).toEqual(activated)
})

it('access returns from the wire as it was sent, in every state', () => {
  for (const state of activationStates)
    for (const untilMs of [null, 7]) {
      const access = { code: 'G12345678', state, untilMs }
      expect(aiAccessFromWire(aiAccessToWire(access))).toEqual(access)
    }
  expect(aiAccessToWire({ code: 'G', state: 'over', untilMs: 7 })).toEqual({
    ...{ activecode: 'G', activecodestatus: 4, activeuntil: 7 },
  })
  for (const other of [0, 5]) expect(() => activationFromWire(other)).toThrow(RangeError)
})

it('an activation is audited under the names of the wire', () => {
  expect(activationToAudit({ state: 'unclaimed', untilMs: null })).toEqual({
    ...{ activecodestatus: 1, until: null },
  })
})
