import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFramePacing, pauseAfter } from './framePacing.ts'

/** Frames of 16 ms on a clock of its own; what runs in one takes as long as the test says. */
const deviceOf = (frameMs: () => number) => {
  let now = 0
  const reported: unknown[] = []
  const due: { readonly at: number; readonly run: () => void }[] = []
  const at = (when: number, run: () => void): void => void due.push({ at: when, run })
  const schedule = createFramePacing({
    now: () => now,
    beforeFrame: (run) => at((Math.floor(now / 16) + 1) * 16, run),
    afterFrame: (run) => at(now + frameMs(), run),
    after: (delayMs, run) => at(now + delayMs, run),
    report: (error) => void reported.push(error),
  })
  const advance = (untilMs: number): void => {
    for (;;) {
      due.sort((one, other) => one.at - other.at)
      const first = due[0]
      if (first === undefined || first.at > untilMs) break
      due.shift()
      now = Math.max(now, first.at)
      first.run()
    }
    now = untilMs
  }
  return { schedule, advance, now: () => now, reported }
}

it('shows every frame on a fast device and leaves a slow one three quarters of its time', () => {
  const counts = [2, 8, 20, 40, 120].map((frameMs) => {
    const device = deviceOf(() => frameMs)
    let runs = 0
    const again = (): void => {
      runs += 1
      device.schedule(again)
    }
    device.schedule(again)
    device.advance(16_000)
    return runs / 16
  })
  const [fast = 0, free = 0, ...slow] = counts
  expect(Math.round(fast)).toBeGreaterThanOrEqual(60)
  expect(Math.round(free)).toBeGreaterThanOrEqual(60)
  for (const [index, frameMs] of [20, 40, 120].entries()) {
    const share = ((slow[index] ?? 0) * frameMs) / 1000
    expect(share).toBeLessThanOrEqual(0.37)
    expect(slow[index]).toBeGreaterThan(2)
  }
})

it('runs every update exactly once and in order, whatever the frames take', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ gapMs: fc.nat(60), frameMs: fc.nat(400) }), { minLength: 1, maxLength: 60 }),
      (steps) => {
        let frameMs = 0
        const device = deviceOf(() => frameMs)
        const ran: number[] = []
        let now = 0
        for (const [index, step] of steps.entries()) {
          now += step.gapMs
          frameMs = step.frameMs
          device.advance(now)
          device.schedule(() => ran.push(index))
        }
        // The longest frame, its pause, and the frame after it.
        device.advance(now + 400 + 250 + 16)
        expect(ran).toEqual(steps.map((_, index) => index))
      },
    ),
  )
})

it('runs the first update in the next frame, and a pause has an end', () => {
  const device = deviceOf(() => 100)
  const runs: number[] = []
  const note = (): void => void runs.push(device.now())
  device.advance(5)
  device.schedule(note)
  device.advance(20)
  device.schedule(note)
  device.advance(1000)
  // The frame of 16 ms ends at 116; its pause of 250 at 366, before the frame of 368.
  expect(runs).toEqual([16, 368])
  expect(pauseAfter(8)).toBe(0)
  expect(pauseAfter(40)).toBe(96)
  expect(pauseAfter(5000)).toBe(250)
})

it('reports what an update throws and runs the others of its frame', () => {
  const device = deviceOf(() => 2)
  const broken = new Error('a figure that cannot be shown')
  let runs = 0
  device.schedule(() => {
    throw broken
  })
  device.schedule(() => {
    runs += 1
  })
  device.advance(20)
  expect(device.reported).toEqual([broken])
  expect(runs).toBe(1)
})
