import { expect, it } from 'vitest'
import { invitationIn, invitationLink } from './invitation.ts'

it('returns the invitation of a response, or null', () => {
  expect(invitationIn({ waits: false, invitation: 'abc' })).toBe('abc')
  for (const none of [null, 'abc', {}, { waits: true, invitation: null }])
    expect(invitationIn(none)).toBeNull()
})

it('puts the secret into the URL fragment', () => {
  expect(invitationLink('https://house.test', 'abc')).toBe('https://house.test/console/join#abc')
})
