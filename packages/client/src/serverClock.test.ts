import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createServerClock } from './serverClock.ts'

it('is within the resolution of the server time after each response, whatever the device clock', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 999 })), {
        minLength: 1,
      }),
      (responses) => {
        let device = 0
        const clock = createServerClock(() => device)
        for (const [differenceMs, intoSecondMs] of responses) {
          device = 1_700_000_000_000 + intoSecondMs
          const server = device + differenceMs
          clock.sync(server - (server % 1000))
          expect(Math.abs(clock.now() - server)).toBeLessThanOrEqual(2500)
        }
      },
    ),
  )
})

it('does not correct a device clock that is right to two seconds', () => {
  const clock = createServerClock(() => 1_700_000_000_400)
  clock.sync(1_700_000_000_000)
  expect(clock.now()).toBe(1_700_000_000_400)
})
