import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChainFollower, createChainFollower, type HeardTick } from './chainFollower.ts'
import { testSource } from './tickSource.fixture.ts'

const ticks: readonly HeardTick[] = (() => {
  const source = testSource()
  for (let n = 1; n <= 40; n += 1) source.move('BTCUSDT', String(n))
  return source.log('BTCUSDT').map((tick) => ({ tick, stale: false, lastStale: false }))
})()
const tickAt = (n: number): HeardTick => {
  const found = ticks[n - 1]
  if (found === undefined) throw new Error(`no tick ${n}`)
  return found
}
const numbers = (heard: readonly HeardTick[]): readonly number[] => heard.map(({ tick }) => tick.n)
/** Takes ticks by their numbers; returns the numbers of those that were heard. */
const take = (chain: ChainFollower, ...given: readonly number[]): readonly number[] =>
  given.flatMap((n) => numbers(chain.take(tickAt(n))))

describe('following a chain', () => {
  it('hears ticks in order, each once, whatever comes twice', () => {
    const chain = createChainFollower(tickAt(2).tick)
    expect(take(chain, 1, 2, 3, 3, 4, 3)).toEqual([3, 4])
    expect(chain.gap()).toBeNull()
    expect(chain.newest()).toBe(4)
  })

  it('keeps what comes behind a missing tick, and hears all of it once the missing one is there', () => {
    const chain = createChainFollower(tickAt(2).tick)
    expect(take(chain, 5, 6)).toEqual([])
    expect(chain.gap()).toEqual({ after: 2, upTo: 4 })
    expect(take(chain, 4)).toEqual([])
    expect(chain.gap()).toEqual({ after: 2, upTo: 3 })
    expect(take(chain, 3)).toEqual([3, 4, 5, 6])
    expect(chain.gap()).toBeNull()
  })

  it('misses what the leader says is the newest', () => {
    const chain = createChainFollower(tickAt(2).tick)
    chain.expect(2)
    expect(chain.gap()).toBeNull()
    chain.expect(4)
    expect(chain.gap()).toEqual({ after: 2, upTo: 4 })
    expect(take(chain, 3)).toEqual([3])
    expect(chain.gap()).toEqual({ after: 3, upTo: 4 })
  })

  it('does not hear a tick of another chain, and asks for the one with its number', () => {
    const chain = createChainFollower(tickAt(2).tick)
    const forged = { ...tickAt(3), tick: { ...tickAt(3).tick, previousHash: 'f'.repeat(64) } }
    expect(chain.take(forged)).toEqual([])
    expect(take(chain, 4)).toEqual([])
    expect(chain.gap()).toEqual({ after: 2, upTo: 3 })
    expect(take(chain, 3)).toEqual([3, 4])
  })

  it('is the longest run of what came, for any order, loss and repetition', () => {
    const coming = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 120 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), coming, (begin, given) => {
        const chain = createChainFollower(tickAt(begin).tick)
        const came = new Set<number>()
        const heard: number[] = []
        for (const n of given) {
          heard.push(...take(chain, n))
          came.add(n)
          let upTo = begin
          while (came.has(upTo + 1)) upTo += 1
          expect(heard).toEqual(Array.from({ length: upTo - begin }, (_, at) => begin + 1 + at))
          expect(chain.newest()).toBe(upTo)
          const first = [...came].filter((one) => one > upTo).sort((a, b) => a - b)[0]
          expect(chain.gap()).toEqual(first === undefined ? null : { after: upTo, upTo: first - 1 })
        }
      }),
    )
  })
})
