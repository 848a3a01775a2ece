import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupReserves } from './reserves.ts'

const row = (reserve: string, balance: string, floor: string) => ({ reserve, balance, floor })

it('adds up products, and does not set one that is short off against another', () => {
  expect(
    groupReserves([row('interest:1', '5', '7'), row('trading', '9', '1'), row('interest:2', '9', '1')]),
  ).toEqual([
    { name: 'trading', balance: 900_000_000n, floor: 100_000_000n, missing: 0n },
    { name: 'interest', balance: 1_400_000_000n, floor: 800_000_000n, missing: 200_000_000n },
  ])
})

it('loses no reserve, whatever its name', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.nat(), fc.nat())), (rows) => {
      const groups = groupReserves(
        rows.map(([name, balance, floor]) => row(name, String(balance), String(floor))),
      )
      expect(groups.reduce((sum, { balance }) => sum + balance, 0n)).toBe(
        rows.reduce((sum, [, balance]) => sum + BigInt(balance) * 100_000_000n, 0n),
      )
    }),
  )
})
