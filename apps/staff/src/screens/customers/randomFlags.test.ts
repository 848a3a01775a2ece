import { lockReasons, needsTwoManagers } from '@glasshouse/core/identity/locks'
import { parseDecimal } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flagLabels, readScore } from './flags.ts'
import { readDays, validateGrant } from './grants.ts'
import { lockEffect, lockObstacle, lockText } from './lock.ts'

const typed = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.integer({ min: -5, max: 500 }).map(String),
  fc.constantFrom('', ' ', '007', '１', '1e2', '0x10', '+5', '5.0', '5,0'),
)

describe('what staff type about a customer', () => {
  it('is a credit score only as a whole number from 0 to 100', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const isScore = /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100
        expect(readScore(text)).toBe(isScore ? Number(text) : null)
      }),
    )
  })

  it('is a number of days only from 1 to 366, without leading zeros', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const isDays = /^[1-9]\d{0,2}$/.test(text.trim()) && Number(text) <= 366
        expect(readDays(text)).toBe(isDays ? Number(text) : null)
      }),
    )
    expect([readDays('366'), readDays('367')]).toEqual([366, null])
  })

  it('is a grant only of an amount above zero in eight decimals, with a reason', () => {
    fc.assert(
      fc.property(
        fc.oneof(typed, fc.constantFrom('0.00000001', '0.000000001', '0.0')),
        typed,
        (amount, remark) => {
          const units = parseDecimal(amount.trim(), 8)
          const isAmount = units !== null && units > 0n
          expect(validateGrant(amount, remark)).toBe(
            !isAmount ? 'An amount of USDT above 0.' : remark.trim() === '' ? 'Say why.' : null,
          )
        },
      ),
    )
  })
})

describe('the flags of a customer', () => {
  it('are none that sets a price, a result or a balance', () => {
    expect(flagLabels.map(({ flag }) => flag).toSorted()).toEqual([
      'canSendToOthers',
      'creditScore',
      'hidesIdentityCheck',
      'isIntroducingBroker',
    ])
  })

  it('say what a change does in whole sentences', () => {
    for (const { flag, follows, act, states } of flagLabels)
      for (const value of flag === 'creditScore' ? [0, 50, 100] : [false, true]) {
        expect(follows(value)).toMatch(/^[A-Z].+\.$/)
        expect(act(value)).toMatch(/^[A-Z]/)
        expect(states(value)).not.toBe('')
      }
  })
})

describe('a lock', () => {
  it('needs a text for the customer always, and a reference of an authority where two managers are needed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...lockReasons), typed, typed, (reason, remark, reference) => {
        const isPossible = remark.trim() !== '' && (!needsTwoManagers(reason) || reference.trim() !== '')
        expect(lockObstacle(reason, remark, reference) === null).toBe(isPossible)
      }),
    )
    expect(lockReasons.filter(needsTwoManagers).toSorted()).toEqual(['court_order', 'sanctions'])
  })

  it('says what happens for every reason and act', () => {
    for (const reason of lockReasons)
      for (const act of ['lock', 'agree', 'lift'] as const)
        for (const lock of [
          null,
          { agreed: null, staff: null },
          { agreed: null, staff: 'a' },
          { agreed: 'b', staff: 'a' },
        ])
          expect(lockEffect(act, reason, lock)).toMatch(/^[A-Z].+\.$/)
    // No one reads that a lock of an authority ends by itself.
    for (const reason of ['sanctions', 'court_order'] as const)
      expect(lockEffect('lock', reason, null)).not.toContain('72')
  })

  it('names its end at UTC+1, or that it has none', () => {
    for (const reason of lockReasons) {
      expect(lockText({ reason, untilMs: Date.UTC(2026, 5, 15, 23) })).toMatch(
        /^locked: .+, until 16 Jun 2026, 00:00:00$/,
      )
      expect(lockText({ reason, untilMs: null })).toMatch(/until it is lifted$/)
    }
  })
})
