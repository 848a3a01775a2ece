import { expect, it } from 'vitest'
import { flagLabels, readScore, toggled } from './flags.ts'

it('describes value, action and effect for both states of every flag', () => {
  for (const { switches, states, act, follows } of flagLabels) {
    if (switches === undefined) continue
    for (const say of [states, act, follows]) expect(say(switches[0])).not.toBe(say(switches[1]))
  }
})

it('offers the service role only the flags the server allows', () => {
  const free = flagLabels.filter(({ managers }) => !managers).map(({ flag }) => flag)
  expect(free.toSorted()).toEqual(['kycswitch', 'transferswitch'])
})

it('parses a credit score from 0 to 100 and rejects other texts', () => {
  expect(['0', ' 100 ', '101', '-1', '1.5', '', 'x'].map(readScore)).toEqual([
    0,
    100,
    null,
    null,
    null,
    null,
    null,
  ])
})

it('toggles a switch', () => {
  expect([toggled([1, 2], 1), toggled([1, 2], 2)]).toEqual([2, 1])
})
