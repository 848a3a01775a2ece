import { describe, expect, it } from 'vitest'
import { isDayStart, isRoundTick, tickStep } from './timeTicks.ts'

const minute = 60_000
const hour = 60 * minute

describe('time axis labels', () => {
  it('are at round times with space between them', () => {
    expect(tickStep(minute, 11, 90)).toBe(10 * minute)
    expect(tickStep(minute, 3, 90)).toBe(30 * minute)
    expect(tickStep(15 * minute, 11, 90)).toBe(3 * hour)
    expect(tickStep(hour, 11, 90)).toBe(12 * hour)
    expect(tickStep(24 * hour, 11, 90)).toBe(240 * hour)
  })

  it('are at least one candle apart', () => {
    expect(tickStep(hour, 200, 90)).toBe(hour)
  })

  it('use days and hours at UTC+1', () => {
    const midnight = Date.UTC(2026, 5, 15, 23)
    expect(isDayStart(midnight)).toBe(true)
    expect(isDayStart(Date.UTC(2026, 5, 16))).toBe(false)
    expect(isRoundTick(midnight + 12 * hour, 12 * hour)).toBe(true)
    expect(isRoundTick(midnight + 11 * hour, 12 * hour)).toBe(false)
  })
})
