import fc from 'fast-check'
import { expect, it } from 'vitest'
import { finishSteps, inSteps, type Steps, sortByInSteps, sortInSteps } from './steps.ts'

const someStepSize = fc.constantFrom(1, 2, 7, 64, 1000)

/** Does all steps and counts those before the last. */
const countSteps = <Result>(steps: Steps<Result>): { readonly result: Result; readonly pauses: number } => {
  for (let pauses = 0; ; pauses += 1) {
    const step = steps.next()
    if (step.done === true) return { result: step.value, pauses }
  }
}

it('a list is worked on from the first to the last entry, so many in a step', () => {
  fc.assert(
    fc.property(fc.nat(300), someStepSize, (count, stepSize) => {
      const seen: number[] = []
      let longest = 0
      const work = (from: number, to: number): void => {
        longest = Math.max(longest, to - from)
        for (let at = from; at < to; at += 1) seen.push(at)
      }
      const { pauses } = countSteps(inSteps(count, work, stepSize))
      expect(seen).toEqual(Array.from({ length: count }, (_, at) => at))
      expect(longest).toBe(Math.min(count, stepSize))
      expect(pauses).toBe(Math.max(0, Math.ceil(count / stepSize) - 1))
    }),
  )
})

it('numbers are sorted as at once, whatever the size of a step', () => {
  const number = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.maxSafeInteger())
  fc.assert(
    fc.property(fc.array(number, { maxLength: 400 }), someStepSize, (numbers, stepSize) => {
      const sorted = finishSteps(sortInSteps(Float64Array.from(numbers), stepSize))
      expect([...sorted]).toEqual(numbers.toSorted((a, b) => a - b))
    }),
  )
})

it('entries are sorted by a number, those with the same one as they were', () => {
  const number = fc.oneof(fc.nat(9), fc.maxSafeNat())
  fc.assert(
    fc.property(fc.array(number, { maxLength: 200 }), someStepSize, (numbers, stepSize) => {
      const entries = numbers.map((at, place) => ({ at, place }))
      const sorted = finishSteps(sortByInSteps(entries, ({ at }) => at, stepSize))
      expect(sorted).toEqual(entries.toSorted((a, b) => a.at - b.at || a.place - b.place))
    }),
  )
})
