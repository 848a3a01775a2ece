import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import { judgeDepositAmount } from './judge.ts'
import { depositState, gatewayLifeMs, sandboxChannel } from './rules.ts'

const isAccepted = (amount: Usdt) => judgeDepositAmount(sandboxChannel, amount).plan !== null

it('accepts deposits from the minimum to the maximum, both included', () => {
  for (const good of ['10', '10.00000001', '50000']) expect(isAccepted(usdt(good))).toBe(true)
  for (const bad of ['0', '9.99999999', '50000.00000001']) expect(isAccepted(usdt(bad))).toBe(false)
  const amount = fc.bigInt({ min: 0n, max: sandboxChannel.max * 2n }) as fc.Arbitrary<Usdt>
  fc.assert(
    fc.property(amount, (units) => {
      const inside = units >= 1_000_000_000n && units <= 5_000_000_000_000n
      expect(isAccepted(units)).toBe(inside)
    }),
  )
})

it('offers only accepted amounts', () => {
  expect(sandboxChannel).toMatchObject({ code: 'sandbox', name: 'Practice gateway' })
  expect(sandboxChannel.options).toEqual(['100', '500', '1000', '5000', '10000', '50000'].map(usdt))
  expect(gatewayLifeMs).toBe(1_800_000)
  for (const option of sandboxChannel.options) expect(isAccepted(option)).toBe(true)
})

it('is pending until its page expires, and stays paid permanently', () => {
  const waiting = { paid_ms: null, rejected_ms: null, expires_ms: 1000 }
  expect(depositState(waiting, 999)).toBe('pending')
  expect(depositState(waiting, 1000)).toBe('rejected')
  expect(depositState({ ...waiting, expires_ms: null }, 10 ** 15)).toBe('pending')
  expect(depositState({ ...waiting, expires_ms: null, rejected_ms: 5 }, 6)).toBe('rejected')
  expect(depositState({ ...waiting, paid_ms: 500 }, 1001)).toBe('credited')
  // Paid after staff rejected it: the received amount counts.
  expect(depositState({ ...waiting, paid_ms: 500, rejected_ms: 400 }, 1001)).toBe('credited')
})
