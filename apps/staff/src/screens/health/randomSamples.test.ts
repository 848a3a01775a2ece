import fc from 'fast-check'
import { expect, it } from 'vitest'
import { heightsOf, maxSamples, type Sample, withSample } from './samples.ts'

const sample = (at: number): Sample => ({ at, feedMs: null, eventMs: 0, mailMs: 0, reviews: 0, reviewMs: 0 })

it('samples of a line are 25 to 90 s apart, at most two hours of them, and a gap begins a new line', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 120_000 }), { maxLength: 400 }), (waits) => {
      let samples: readonly Sample[] = []
      let at = 1_000_000
      for (const wait of waits) {
        at += wait
        const before = samples.at(-1)?.at
        samples = withSample(samples, sample(at))
        if (before === undefined || at - before > 90_000) expect(samples.map((one) => one.at)).toEqual([at])
        else if (at - before < 25_000) expect(samples.at(-1)?.at).toBe(before)
        else expect(samples.at(-1)?.at).toBe(at)
        expect(samples.length).toBeLessThanOrEqual(maxSamples)
      }
      for (const [place, one] of samples.entries()) {
        const next = samples[place + 1]
        if (next !== undefined) expect(next.at - one.at >= 25_000 && next.at - one.at <= 90_000).toBe(true)
      }
    }),
    { numRuns: 50 },
  )
})

it('a clock that goes back bends no line: the earlier sample is left out', () => {
  const line = withSample(withSample([], sample(100_000)), sample(130_000))
  expect(withSample(line, sample(90_000)).map(({ at }) => at)).toEqual([100_000, 130_000])
  expect(maxSamples * 30_000).toBe(2 * 3_600_000)
})

it('heights are shares of the most, with zero as the floor', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { maxLength: 50 }), (values) => {
      const heights = heightsOf(values)
      const most = Math.max(0, ...values)
      expect(heights).toEqual(values.map((value) => (most === 0 ? 0 : value / most)))
      expect(heights.every((height) => height >= 0 && height <= 1)).toBe(true)
    }),
  )
})
