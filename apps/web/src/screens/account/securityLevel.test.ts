import fc from 'fast-check'
import { expect, it } from 'vitest'
import { protections, securityLevel } from './securityLevel.ts'

const flag = fc.boolean()
const facts = fc.record({
  isEmailProven: flag,
  isPhoneProven: flag,
  hasTwoStep: flag,
  recoveryCodes: fc.integer({ min: 0, max: 10 }),
  hasWithdrawPassword: flag,
  letterWord: fc.constantFrom('', 'heron'),
})
const nothing = {
  ...{ isEmailProven: false, isPhoneProven: false, hasTwoStep: false, recoveryCodes: 0 },
  ...{ hasWithdrawPassword: false, letterWord: '' },
} as const
const levels = ['basic', 'good', 'strong']

it('is basic without a second factor, strong with address, factor, way back and withdrawal password', () => {
  expect(securityLevel(nothing, 0)).toEqual({ has: [], misses: protections, level: 'basic' })
  expect(securityLevel({ ...nothing, hasTwoStep: true }, 0).level).toBe('good')
  expect(securityLevel({ ...nothing, isPhoneProven: true, hasWithdrawPassword: true }, 2).level).toBe(
    'strong',
  )
})

it('names each protection once, and one more never lowers the level', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 0, max: 3 }), (info, passkeys) => {
      const { has, misses, level } = securityLevel(info, passkeys)
      expect([...has, ...misses].toSorted()).toEqual([...protections].toSorted())
      for (const better of [
        securityLevel({ ...info, hasTwoStep: true }, passkeys),
        securityLevel({ ...info, recoveryCodes: 8 }, passkeys),
        securityLevel(info, passkeys + 1),
      ])
        expect(levels.indexOf(better.level)).toBeGreaterThanOrEqual(levels.indexOf(level))
    }),
  )
})
