import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noticeKindNames, specOf } from './kinds.ts'
import {
  noticeChannels,
  noticeTopics,
  switchableChannels,
  switchesOf,
  topicOf,
  validateSwitches,
} from './topics.ts'

const choice = fc.option(fc.boolean(), { nil: null })
const choices = fc.record({ inbox: choice, toast: choice, mail: choice })
const none = { inbox: null, toast: null, mail: null }

it('every topic has a kind, and mail is offered exactly where a kind is mailed', () => {
  for (const topic of noticeTopics) {
    const kinds = noticeKindNames.filter((kind) => topicOf[kind] === topic)
    expect([topic, kinds.length > 0]).toEqual([topic, true])
    expect([topic, switchesOf(topic, { ...none, mail: true }).mail]).toEqual([
      topic,
      kinds.some((kind) => specOf(kind).isMailed),
    ])
  }
})

it('security, withdrawals and deadlines of loans reach inbox and mail whatever is chosen', () => {
  fc.assert(
    fc.property(choices, (chosen) => {
      expect(switchesOf('security', chosen)).toEqual({ inbox: true, toast: true, mail: false })
      for (const topic of ['withdrawals', 'loanDeadlines'] as const)
        expect(switchesOf(topic, chosen)).toMatchObject({ inbox: true, mail: true })
    }),
  )
  expect(['withdrawalRequested', 'withdrawalSent', 'loanCalled', 'loanSeized'] as const).toSatisfy(
    (kinds: readonly (keyof typeof topicOf)[]) => kinds.every((kind) => /^(?:w|loanD)/.test(topicOf[kind])),
  )
})

it('a channel that can be switched follows the choice, and no toast is shown without the inbox', () => {
  fc.assert(
    fc.property(fc.constantFrom(...noticeTopics), choices, (topic, chosen) => {
      const on = switchesOf(topic, chosen)
      for (const channel of switchableChannels(topic)) {
        const expected = chosen[channel] ?? switchesOf(topic, none)[channel]
        expect(on[channel]).toBe(channel === 'toast' ? expected && on.inbox : expected)
      }
      expect(on.toast && !on.inbox).toBe(false)
    }),
  )
})

it('names the first channel that cannot be switched', () => {
  expect(validateSwitches('security', [...noticeChannels])).toBe('inbox')
  expect(validateSwitches('withdrawals', ['toast', 'mail'])).toBe('mail')
  expect(validateSwitches('rewards', ['inbox', 'mail'])).toBe('mail')
  expect(validateSwitches('invest', [...noticeChannels])).toBe(null)
})
