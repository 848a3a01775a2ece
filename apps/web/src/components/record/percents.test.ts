import { expect, it } from 'vitest'
import { fallOf, hundredthsOf } from './percents.ts'

it('never shows a loss or a fall smaller than it was', () => {
  expect([hundredthsOf('6.6699999'), hundredthsOf('-3.2711'), hundredthsOf('0')]).toEqual([666n, -328n, 0n])
  expect([fallOf('5.7711'), fallOf('5.77'), fallOf('0')]).toEqual([-578n, -577n, 0n])
})
