import { expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { postStaffTextFromWire, postStaffTextToWire, textFromWire, textToWire } from './codec.ts'

it.each(['speech', 'comment', 'reply'] as const)('a %s is named on the wire and returns', (kind) => {
  const { request } = calls['/api/community/like']
  expect(textFromWire(request.parse(textToWire(kind, 12)))).toEqual({ kind, id: 12 })
})

it('a text of staff returns as it was sent, below what it answers or alone', () => {
  const { request } = calls['/staff/api/communityPost']
  const answer = { kind: 'comment', parentId: 12, content: 'Yes.' } as const
  expect(postStaffTextToWire(answer)).toEqual({ type: 2, refid: 12, content: 'Yes.' })
  expect(postStaffTextFromWire(request.parse(postStaffTextToWire(answer)))).toEqual(answer)
  const alone = { kind: 'speech', content: 'Hello' } as const
  expect(postStaffTextToWire(alone)).not.toHaveProperty('refid')
  expect(postStaffTextFromWire(request.parse(postStaffTextToWire(alone)))).toEqual(alone)
})
