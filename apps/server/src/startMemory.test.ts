import v8 from 'node:v8'
import { expect, it } from 'vitest'
import { releaseStartMemory } from './startMemory.ts'

const youngBytes = (): number =>
  v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0

it('gives back a young generation that grew while much was loaded', () => {
  const loaded: object[] = []
  while (youngBytes() < 2_000_000) loaded.push({ part: [loaded.length] })
  const grown = youngBytes()
  loaded.length = 0
  releaseStartMemory()
  expect(youngBytes()).toBeLessThan(grown / 2)
})
