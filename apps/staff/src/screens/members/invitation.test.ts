import { expect, it } from 'vitest'
import { invitationIn, invitationLink } from './invitation.ts'

it('finds the invitation in an answer that has one', () => {
  expect(invitationIn({ waits: false, invitation: 'abc' })).toBe('abc')
  for (const none of [null, 'abc', {}, { waits: true, invitation: null }])
    expect(invitationIn(none)).toBeNull()
})

it('puts the secret behind #', () => {
  expect(invitationLink('https://house.test', 'abc')).toBe('https://house.test/console/join#abc')
})
