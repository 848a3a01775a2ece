import type { Fraction } from '@glasshouse/core/invest/copy/record'
import { expect, it } from 'vitest'
import { fallOf, hundredthsOf } from './percents.ts'

it('never shows a loss or a fall smaller than it was', () => {
  // 6.6699999 %, -3.2711 % and none; a fraction has nine decimals.
  expect([66_699_999n, -32_711_000n, 0n].map((one) => hundredthsOf(one as Fraction))).toEqual([
    666n,
    -328n,
    0n,
  ])
  expect([57_711_000n, 57_700_000n, 0n].map((one) => fallOf(one as Fraction))).toEqual([-578n, -577n, 0n])
})
