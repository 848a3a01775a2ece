import { expect, it } from 'vitest'
import { closureBlockerNames, closureBlockerOf } from './accountClosure.ts'

it('knows what the server says is left', () => {
  for (const reason of closureBlockerNames)
    expect(closureBlockerOf({ retCode: 2003, data: { reason } })).toBe(reason)
})

it('takes nothing else for an obstacle', () => {
  expect(closureBlockerOf(null)).toBeNull()
  expect(closureBlockerOf({ retCode: 1007, data: {} })).toBeNull()
  expect(closureBlockerOf({ retCode: 2003, data: { reason: 'coolingOff' } })).toBeNull()
})
