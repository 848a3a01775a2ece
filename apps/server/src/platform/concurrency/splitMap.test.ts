import { expect, it } from 'vitest'
import { createSplitMap } from './splitMap.ts'

it('holds what a map holds, by text and by number', () => {
  for (const keyOf of [(id: number) => id, (id: number) => `customer/${id}/wallet/USDT`]) {
    const split = createSplitMap<string | number, number>()
    const plain = new Map<string | number, number>()
    for (let step = 0; step < 20_000; step += 1) {
      const key = keyOf((step * 7919) % 3_001)
      if (step % 3 === 2) {
        split.delete(key)
        plain.delete(key)
      } else {
        split.set(key, step)
        plain.set(key, step)
      }
      if (step % 500 === 0) expect(split.size()).toBe(plain.size)
    }
    for (let id = 0; id < 3_001; id += 1) expect(split.get(keyOf(id))).toBe(plain.get(keyOf(id)))
    split.clear()
    expect([split.size(), split.get(keyOf(1))]).toEqual([0, undefined])
  }
})

it('counts a key once, however often it is set or taken out', () => {
  const split = createSplitMap<number, string>()
  split.set(1, 'a')
  split.set(1, 'b')
  split.set(257, 'c')
  expect([split.size(), split.get(1), split.get(257)]).toEqual([2, 'b', 'c'])
  split.delete(1)
  split.delete(1)
  expect([split.size(), split.get(1), split.get(257)]).toEqual([1, undefined, 'c'])
})
