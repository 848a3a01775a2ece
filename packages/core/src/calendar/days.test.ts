import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, dayStart, formatTime, startOfDay, startOfNextDay } from './days.ts'
import { dayMs } from './durations.ts'

describe('days at UTC+1', () => {
  it('change one hour before midnight UTC, also in summer', () => {
    for (const month of [0, 6]) {
      const change = Date.UTC(2026, month, 16, 23)
      expect(dayOf(change - 1)).toBe(`2026${month === 0 ? '01' : '07'}16`)
      expect(dayOf(change)).toBe(`2026${month === 0 ? '01' : '07'}17`)
      expect(dayStart(dayOf(change))).toBe(change)
    }
    expect(formatTime(Date.UTC(2026, 11, 31, 23, 0, 1))).toBe('2027-01-01 00:00:01')
  })

  it.each([
    '',
    '2026061',
    '202606166',
    '20260230',
    '20261301',
    '20260000',
    '2026-6-1',
    '２０２６０６１６',
    '20260616\n',
  ])('rejects %j as a day', (text) => expect(dayStart(text)).toBeNull())

  it('accept 29 February only in leap years', () => {
    expect(dayStart('20280229')).toBe(Date.UTC(2028, 1, 28, 23))
    expect(dayStart('20270229')).toBeNull()
  })

  it('contain every instant between their start and the next start', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
        const start = dayStart(dayOf(ms))
        if (start === null) throw new Error(`no day for ${ms}`)
        expect(start <= ms && ms < start + dayMs).toBe(true)
        expect(dayOf(start - 1) < dayOf(start)).toBe(true)
        expect(startOfDay(ms)).toBe(start)
        expect(startOfNextDay(ms)).toBe(start + dayMs)
      }),
    )
  })
})
