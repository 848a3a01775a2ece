import { expect, it } from 'vitest'
import { flagLabels, readScore } from './flags.ts'

it('describes value, action and effect for both states of every flag', () => {
  for (const { flag, states, act, follows } of flagLabels) {
    if (flag === 'creditScore') continue
    for (const say of [states, act, follows]) expect(say(false)).not.toBe(say(true))
  }
})

it('offers the service role only the flags the server allows', () => {
  const free = flagLabels.filter(({ managers }) => !managers).map(({ flag }) => flag)
  expect(free.toSorted()).toEqual(['canSendToOthers', 'hidesIdentityCheck'])
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
