import fc from 'fast-check'
import { expect, it } from 'vitest'
import { protections, securityLevel } from './securityLevel.ts'

const flag = fc.constantFrom(0, 1)
const facts = fc.record({
  emailproven: flag,
  phoneproven: flag,
  twostep: flag,
  recoverycodes: fc.integer({ min: 0, max: 10 }),
  withdrawpsd: flag,
  letterword: fc.constantFrom('', 'heron'),
})
const nothing = {
  ...{ emailproven: 0, phoneproven: 0, twostep: 0, recoverycodes: 0, withdrawpsd: 0, letterword: '' },
} as const
const levels = ['basic', 'good', 'strong']

it('is basic without a second factor, strong with address, factor, way back and withdrawal password', () => {
  expect(securityLevel(nothing, 0)).toEqual({ has: [], misses: protections, level: 'basic' })
  expect(securityLevel({ ...nothing, twostep: 1 }, 0).level).toBe('good')
  expect(securityLevel({ ...nothing, phoneproven: 1, withdrawpsd: 1 }, 2).level).toBe('strong')
})

it('names each protection once, and one more never lowers the level', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 0, max: 3 }), (info, passkeys) => {
      const { has, misses, level } = securityLevel(info, passkeys)
      expect([...has, ...misses].toSorted()).toEqual([...protections].toSorted())
      for (const better of [
        securityLevel({ ...info, twostep: 1 }, passkeys),
        securityLevel({ ...info, recoverycodes: 8 }, passkeys),
        securityLevel(info, passkeys + 1),
      ])
        expect(levels.indexOf(better.level)).toBeGreaterThanOrEqual(levels.indexOf(level))
    }),
  )
})
