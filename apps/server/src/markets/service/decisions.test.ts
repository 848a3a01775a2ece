import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDecisions, type ReleaseDecision } from './decisions.ts'

describe('registered decisions', () => {
  it('are near from at least 1.25 s before until at least 6 s after, in their own market only', () => {
    const decisions = createDecisions()
    decisions.register(1, 100_000)
    const near = [98_750, 99_999, 100_000, 100_300, 106_000]
    expect(near.map((nowMs) => decisions.isNear(1, nowMs))).toEqual(near.map(() => true))
    // Rounded outwards to whole seconds, never further.
    const far = [0, 97_749, 107_000, 1_000_000]
    expect(far.map((nowMs) => decisions.isNear(1, nowMs))).toEqual(far.map(() => false))
    expect(decisions.isNear(2, 100_000)).toBe(false)
  })

  it('end with their release, each one its own and once', () => {
    const decisions = createDecisions()
    const [first, second] = [decisions.register(1, 100_000), decisions.register(1, 100_400)]
    first()
    first()
    expect(decisions.isNear(1, 100_000)).toBe(true)
    second()
    expect(decisions.isNear(1, 100_000)).toBe(false)
  })

  it('agree with a search through all of them, within the rounding', () => {
    const command = fc.record({
      pid: fc.integer({ min: 1, max: 3 }),
      atMs: fc.nat(60_000),
      release: fc.nat(20),
    })
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), fc.nat(60_000), (commands, nowMs) => {
        const decisions = createDecisions()
        const open: { pid: number; atMs: number; release: ReleaseDecision }[] = []
        for (const { pid, atMs, release } of commands) {
          open.push({ pid, atMs, release: decisions.register(pid, atMs) })
          open.splice(release, 1)[0]?.release()
        }
        const within = (pid: number, slackMs: number) =>
          open.some(
            (one) =>
              one.pid === pid && one.atMs <= nowMs + 1250 + slackMs && one.atMs >= nowMs - 6000 - slackMs,
          )
        for (const pid of [1, 2, 3]) {
          if (within(pid, 0)) expect(decisions.isNear(pid, nowMs)).toBe(true)
          if (!within(pid, 1000)) expect(decisions.isNear(pid, nowMs)).toBe(false)
        }
      }),
    )
  })
})
