import { expect, it } from 'vitest'
import { createWatchedExpiries } from './watchedExpiries.ts'

it('registers the expiry of a market once, and releases it ten seconds after it', () => {
  const registered: string[] = []
  const watched = createWatchedExpiries((pid, atMs) => {
    registered.push(`${pid} at ${atMs}`)
    return () => registered.splice(registered.indexOf(`${pid} at ${atMs}`), 1)
  })
  watched.watch(1, 5000)
  watched.watch(1, 5000)
  watched.watch(2, 5000)
  watched.watch(1, 6000)
  expect(registered).toEqual(['1 at 5000', '2 at 5000', '1 at 6000'])
  watched.forget(15_000)
  expect(registered).toHaveLength(3)
  watched.forget(15_001)
  expect(registered).toEqual(['1 at 6000'])
  watched.watch(1, 5000)
  expect(registered).toEqual(['1 at 6000', '1 at 5000'])
})
