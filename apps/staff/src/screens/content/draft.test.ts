import { expect, it } from 'vitest'
import { draftOf, emptyDraft, firstIssuePath, requestOf, stateIn, withText } from './draft.ts'

const written = withText(withText(emptyDraft, 'en', 'title', 'Sunday'), 'en', 'content', 'From 2 to 3.')

it('classifies a language as complete, partial or absent', () => {
  expect(stateIn('homeMsg', written, 'en')).toBe('whole')
  expect(stateIn('homeMsg', withText(written, 'ja', 'title', '日曜'), 'ja')).toBe('part')
  expect(stateIn('homeMsg', withText(written, 'ja', 'title', ' '), 'ja')).toBe('absent')
  expect(stateIn('homeMsg', written, 'th')).toBe('absent')
})

it('returns the first invalid field path by the rule of the server', () => {
  expect(firstIssuePath('homeMsg', written)).toBeNull()
  expect(firstIssuePath('homeMsg', emptyDraft)).toBe('texts.en')
  expect(firstIssuePath('homeMsg', withText(written, 'ja', 'title', '日曜'))).toBe('texts.ja.content')
  expect(
    firstIssuePath('nav', {
      ...withText(emptyDraft, 'en', 'title', 'App'),
      fields: { place: '2', link: 'http://x.test' },
    }),
  ).toBe('fields.link')
})

it('omits languages without text from the request', () => {
  const request = requestOf('homeMsg', 7, withText(written, 'ja', 'title', '  '))
  expect(request).toMatchObject({ kind: 'homeMsg', id: 7, published: 0, position: 0, fields: '{}' })
  expect(JSON.parse(request?.texts ?? '')).toEqual({ en: { title: 'Sunday', content: 'From 2 to 3.' } })
  expect(requestOf('homeMsg', null, { ...written, position: 'first' })).toBeNull()
})

it('creates a draft from a stored record', () => {
  const draft = draftOf({
    kind: 'homeMsg',
    id: 1,
    isPublished: true,
    position: 5,
    texts: { en: { title: 'a' }, ...{ xx: { title: 'b' } } },
    fields: {},
    createdMs: 0,
    updatedMs: 0,
    staffId: null,
    reads: 0,
  })
  expect(draft).toEqual({ isPublished: true, position: '5', texts: { en: { title: 'a' } }, fields: {} })
})
