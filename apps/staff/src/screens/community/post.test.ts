import { postStaffTextToWire } from '@glasshouse/core/community/codec'
import { describe, expect, it } from 'vitest'
import { type Draft, readDraft } from './post.ts'

/** The request that is sent for a draft; its problem where it is not. */
const sent = (draft: Draft) => {
  const read = readDraft(draft)
  return 'problem' in read ? read : postStaffTextToWire(read.command)
}

describe('a text of staff', () => {
  it('is a speech without a parent, whatever number is left in the field', () => {
    expect(sent({ place: 'speech', parent: '7', content: ' Hello ' })).toEqual({ type: 1, content: 'Hello' })
  })

  it('names the speech or the comment it answers', () => {
    expect(sent({ place: 'comment', parent: ' 12 ', content: 'Yes.' })).toEqual({
      type: 2,
      refid: 12,
      content: 'Yes.',
    })
    expect(sent({ place: 'reply', parent: '3', content: 'No.' })).toEqual({
      type: 3,
      refid: 3,
      content: 'No.',
    })
  })

  it.each(['', '0', '-1', '1.5', 'x', '9'.repeat(16)])('is not sent under the number %j', (parent) => {
    expect(readDraft({ place: 'comment', parent, content: 'Yes.' })).toEqual({
      problem: 'Enter the number of the speech; the queue shows it.',
    })
  })

  it('is not sent empty', () => {
    expect(readDraft({ place: 'speech', parent: '', content: ' \n ' })).toHaveProperty('problem')
  })
})
