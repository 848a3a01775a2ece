/** Work that is done in steps, between which its caller may pause; the last step has the result. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Entries of a list that one step works on: well below a millisecond, also before the code is compiled. */
export const defaultStepSize = 1024

/** Does all steps at once. */
export const finishSteps = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * Works on a list of so many entries part by part, with a step between two parts.
 *
 * @example inSteps(2500, work) // work(0, 1024), work(1024, 2048), work(2048, 2500)
 */
export function* inSteps(
  count: number,
  work: (from: number, to: number) => void,
  stepSize = defaultStepSize,
): Steps<void> {
  for (let from = 0; from < count; from += stepSize) {
    if (from > 0) yield
    work(from, Math.min(count, from + stepSize))
  }
}

/** Joins sorted runs of one length in pairs, a part of the result at a time. */
const joinRuns = (
  from: Float64Array,
  into: Float64Array,
  run: number,
): ((start: number, end: number) => void) => {
  let [left, leftEnd, right, rightEnd] = [0, 0, 0, 0]
  return (start, end) => {
    for (let at = start; at < end; at += 1) {
      if (left === leftEnd && right === rightEnd) {
        left = at
        leftEnd = Math.min(at + run, from.length)
        right = leftEnd
        rightEnd = Math.min(leftEnd + run, from.length)
      }
      const isLeft = right === rightEnd || (left < leftEnd && (from[left] ?? 0) <= (from[right] ?? 0))
      into[at] = from[isLeft ? left : right] ?? 0
      if (isLeft) left += 1
      else right += 1
    }
  }
}

/** Sorts numbers ascending: parts by themselves, which are then joined in pairs. The given ones are overwritten. */
export function* sortInSteps(numbers: Float64Array, stepSize = defaultStepSize): Steps<Float64Array> {
  const sortPart = (from: number, to: number): void => {
    numbers.subarray(from, to).sort()
  }
  yield* inSteps(numbers.length, sortPart, stepSize)
  let sorted: Float64Array = numbers
  let other: Float64Array = new Float64Array(numbers.length > stepSize ? numbers.length : 0)
  for (let run = stepSize; run < numbers.length; run *= 2) {
    yield
    yield* inSteps(numbers.length, joinRuns(sorted, other, run), stepSize)
    ;[sorted, other] = [other, sorted]
  }
  return sorted
}

/**
 * Sorts entries by a whole number that each of them has, from 0 on; those with the same one stay in their order.
 *
 * @example sortByInSteps([{ at: 2 }, { at: 1 }], ({ at }) => at) // [{ at: 1 }, { at: 2 }]
 */
export function* sortByInSteps<Entry>(
  entries: readonly Entry[],
  numberOf: (entry: Entry) => number,
  stepSize = defaultStepSize,
): Steps<readonly Entry[]> {
  const numbers = new Float64Array(entries.length)
  let isExact = true
  const write = (from: number, to: number): void => {
    for (const [at, entry] of entries.slice(from, to).entries()) {
      const number = numberOf(entry) * entries.length + from + at
      isExact &&= Number.isSafeInteger(number)
      numbers[from + at] = number
    }
  }
  yield* inSteps(entries.length, write, stepSize)
  if (!isExact) return entries.toSorted((a, b) => numberOf(a) - numberOf(b))
  const sorted: Entry[] = []
  const places = yield* sortInSteps(numbers, stepSize)
  const read = (from: number, to: number): void => {
    for (const place of places.subarray(from, to)) {
      const entry = entries[place % entries.length]
      if (entry !== undefined) sorted.push(entry)
    }
  }
  yield* inSteps(entries.length, read, stepSize)
  return sorted
}
