import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInstant, timeUntil } from './countdown.ts'

describe('countdown', () => {
  it('is null without an instant', () => {
    expect(parseInstant('1839571200000')).toBe(1839571200000)
    for (const text of [undefined, '', '0', '-1', '1e12', 'soon', '9'.repeat(20)])
      expect(parseInstant(text)).toBeNull()
  })
  it('is null once the instant has passed', () => {
    expect(timeUntil(1000, 1000)).toBeNull()
    expect(timeUntil(1000, 2000)).toBeNull()
    expect(timeUntil(1000, 999)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
  })
  it('splits every second into days, hours, minutes and seconds', () => {
    fc.assert(
      fc.property(fc.nat(4_000_000_000), fc.nat(4_000_000_000), (now, ahead) => {
        const left = timeUntil(now + ahead, now)
        if (left === null) {
          expect(ahead).toBe(0)
          return
        }
        const { days, hours, minutes, seconds } = left
        expect(hours < 24 && minutes < 60 && seconds < 60).toBe(true)
        expect(((days * 24 + hours) * 60 + minutes) * 60 + seconds).toBe(Math.floor(ahead / 1000))
      }),
    )
  })
})
