import { partitionOf } from '@glasshouse/core/contracts/partition'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SettlingEngine, shareOfEngine, shareOfLeader } from './share.ts'

const settings = { ENGINE_PARTITIONS: 16 }
const engineOf = (held: ReadonlySet<number>): SettlingEngine => ({
  isHolding: (partition) => held.has(partition),
  onHeld: () => () => undefined,
  holds: async () => true,
})
const all = Array.from({ length: 16 }, (_, partition) => partition)

/** Which process has each partition: 0 the leader, 1 and 2 engines, 3 an engine of a former release, 4 none. */
const spread = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 16, maxLength: 16 })
const option = fc.record({ uid: fc.integer({ min: 1, max: 1_000_000 }), expires_ms: fc.constant(10_000) })

describe('whose options a process settles', () => {
  it('is the business of exactly one process from the expiry on, and of the leader too once it is overdue', () => {
    fc.assert(
      fc.property(spread, option, fc.integer({ min: 0, max: 20_000 }), (owners, one, nowMs) => {
        const heldBy = (owner: number) => new Set(all.filter((partition) => owners[partition] === owner))
        const leader = shareOfLeader(settings, engineOf(heldBy(0)), (partition) =>
          [1, 2].includes(owners[partition] ?? 4),
        )
        const engines = [1, 2].map((owner) => shareOfEngine(settings, engineOf(heldBy(owner)), () => true))
        const owner = owners[partitionOf(one.uid, 16)] ?? 4
        const isLeaders = ![1, 2].includes(owner)
        expect(leader.settles(one, nowMs)).toBe(isLeaders || nowMs >= 13_000)
        expect(engines.map((engine) => engine.settles(one, nowMs))).toEqual([owner === 1, owner === 2])
      }),
    )
  })

  it('is nothing for an engine beside a leader that settles all options itself', () => {
    fc.assert(
      fc.property(option, (one) => {
        const share = shareOfEngine(settings, engineOf(new Set(all)), () => false)
        expect(share.settles(one, 20_000)).toBe(false)
      }),
    )
  })

  it('is proven in its transaction by an engine, and not by the leader', async () => {
    const engine = engineOf(new Set())
    expect(shareOfEngine(settings, engine, () => true).holds).toBe(engine.holds)
    expect(shareOfLeader(settings, engine, () => true).holds).toBeUndefined()
  })
})
