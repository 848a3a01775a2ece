import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hearSource,
  isSourceClockSteady,
  type SourceClock,
  timelinessOf,
  unknownSourceClock,
} from './sourceClock.ts'

/** A message each `everyMs`, each sent `offsetMs` ahead of the receive clock and delayed. */
const heard = (
  from: SourceClock,
  {
    startMs,
    seconds,
    offsetMs,
    everyMs = 250,
    delayMs = () => 0,
  }: {
    readonly startMs: number
    readonly seconds: number
    readonly offsetMs: number
    readonly everyMs?: number
    readonly delayMs?: () => number
  },
): SourceClock => {
  let clock = from
  for (let ms = 0; ms < seconds * 1000; ms += everyMs) {
    const receivedMs = startMs + ms
    clock = hearSource(clock, { receivedMs, timeMs: receivedMs + offsetMs - delayMs() })
  }
  return clock
}

describe('the offset to the clock of a source', () => {
  it('is unknown before the first message, and options wait', () => {
    expect(unknownSourceClock.offsetMs).toBeNull()
    expect(isSourceClockSteady(unknownSourceClock, 0)).toBe(false)
  })

  it('is found within the smallest delay, whatever the delays', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -50_000, max: 50_000 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 4, maxLength: 40 }),
        (offsetMs, delays) => {
          let place = 0
          const delayMs = () => delays[place++ % delays.length] ?? 0
          const clock = heard(unknownSourceClock, { startMs: 1_000_000, seconds: 30, offsetMs, delayMs })
          const found = clock.offsetMs ?? Number.NaN
          expect(found <= offsetMs && found >= offsetMs - Math.max(...delays)).toBe(true)
        },
      ),
    )
  })

  it('of a replay is a constant, so that recorded data is on time', () => {
    const clock = heard(unknownSourceClock, { startMs: 0, seconds: 100, offsetMs: 1_270 })
    expect(clock).toMatchObject({ offsetMs: 1_270, estimates: [{ offsetMs: 1_270 }] })
    expect(timelinessOf({ timeMs: 101_270, receivedMs: 100_000 }, 1_270)).toBe('onTime')
  })

  it('is not moved by one wrongly dated message, nor by the backlog of a stall', () => {
    const steady = heard(unknownSourceClock, { startMs: 0, seconds: 20, offsetMs: 0 })
    const ahead = hearSource(steady, { receivedMs: 20_500, timeMs: 79_500 })
    expect(ahead.offsetMs).toBe(0)
    let stalled = steady
    for (let ms = 20_000; ms < 50_000; ms += 100)
      stalled = hearSource(stalled, { receivedMs: 50_000, timeMs: ms })
    expect(stalled.offsetMs).toBe(0)
    expect(timelinessOf({ receivedMs: 50_000, timeMs: 44_999 }, 0)).toBe('late')
  })

  it('follows a clock that was set anew, and options wait for a minute', () => {
    const before = heard(unknownSourceClock, { startMs: 0, seconds: 20, offsetMs: 0 })
    expect(isSourceClockSteady(before, 20_000)).toBe(true)
    const after = heard(before, { startMs: 20_000, seconds: 20, offsetMs: -3_000 })
    expect(after.offsetMs).toBe(-3_000)
    expect(isSourceClockSteady(after, 40_000)).toBe(false)
    const later = heard(after, { startMs: 40_000, seconds: 60, offsetMs: -3_000 })
    expect(isSourceClockSteady(later, 100_000)).toBe(true)
  })

  it.each([
    [1_000, true],
    [1_001, false],
  ])('that moved by %d ms within a minute is steady: %s', (moved, steady) => {
    const before = heard(unknownSourceClock, { startMs: 0, seconds: 20, offsetMs: 500 })
    const after = heard(before, { startMs: 20_000, seconds: 20, offsetMs: 500 - moved })
    expect(isSourceClockSteady(after, 40_000)).toBe(steady)
  })

  it.each([
    [5_000, true],
    [5_001, false],
    [-5_000, true],
    [-5_001, false],
  ])('of %d ms is near enough: %s', (offsetMs, steady) => {
    const clock = heard(unknownSourceClock, { startMs: 0, seconds: 70, offsetMs })
    expect(isSourceClockSteady(clock, 70_000)).toBe(steady)
  })
})
