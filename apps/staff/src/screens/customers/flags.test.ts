import { expect, it } from 'vitest'
import { flagLabels, readScore, toggled } from './flags.ts'

it('says of both sides of every switch what it is, what the button does and what follows', () => {
  for (const { switches, states, act, follows } of flagLabels) {
    if (switches === undefined) continue
    for (const say of [states, act, follows]) expect(say(switches[0])).not.toBe(say(switches[1]))
  }
})

it('lets the role service set only what the server lets it set', () => {
  const free = flagLabels.filter(({ managers }) => !managers).map(({ flag }) => flag)
  expect(free.toSorted()).toEqual(['kycswitch', 'transferswitch'])
})

it('reads a credit score from 0 to 1000 and nothing else', () => {
  expect(['0', ' 1000 ', '1001', '-1', '1.5', '', 'x'].map(readScore)).toEqual([
    0,
    1000,
    null,
    null,
    null,
    null,
    null,
  ])
})

it('turns a switch over', () => {
  expect([toggled([1, 2], 1), toggled([1, 2], 2)]).toEqual([2, 1])
})
