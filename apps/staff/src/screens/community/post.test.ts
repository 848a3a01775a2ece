import { describe, expect, it } from 'vitest'
import { readDraft } from './post.ts'

describe('a text of staff', () => {
  it('is a speech without a parent, whatever number is left in the field', () => {
    expect(readDraft({ place: 'speech', parent: '7', content: ' Hello ' })).toEqual({
      request: { type: 1, content: 'Hello' },
    })
  })

  it('names the speech or the comment it answers', () => {
    expect(readDraft({ place: 'comment', parent: ' 12 ', content: 'Yes.' })).toEqual({
      request: { type: 2, refid: 12, content: 'Yes.' },
    })
    expect(readDraft({ place: 'reply', parent: '3', content: 'No.' })).toEqual({
      request: { type: 3, refid: 3, content: 'No.' },
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
