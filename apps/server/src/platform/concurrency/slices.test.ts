import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inSlices } from './slices.ts'

it('works on all in their order, with a turn of the event loop after every so many', async () => {
  const seen: (number | string)[] = []
  const turns = (async () => {
    for (let turn = 1; turn <= 2; turn += 1) {
      await nextTurn()
      seen.push(`turn ${turn}`)
    }
  })()
  await inSlices([1, 2, 3, 4, 5], 2, (one) => seen.push(one))
  await turns
  expect(seen).toEqual([1, 2, 'turn 1', 3, 4, 'turn 2', 5])
})

it('does not wait where a list is no longer than a slice', () => {
  const seen: number[] = []
  void inSlices([1, 2], 2, (one) => seen.push(one))
  expect(seen).toEqual([1, 2])
})

it('ends with what fails', async () => {
  const seen: number[] = []
  const failing = inSlices([1, 2, 3], 1, (one) => {
    if (one === 2) throw new Error('the second fails')
    seen.push(one)
  })
  await expect(failing).rejects.toThrow('the second fails')
  expect(seen).toEqual([1])
})
