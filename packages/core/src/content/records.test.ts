import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSafeLink, linksOf, readContent, textIn } from './records.ts'

const article = { title: 'T', content: 'First.\n\nSecond with [a link](https://example.com/a).' }

describe('a link', () => {
  it.each([
    '/',
    '/contract',
    '/m?x=1#y',
    'https://example.com',
    'https://example.com/a?b=c#d',
    'https://пример.рф/',
  ])('allows %s in a text', (link) => expect(isSafeLink(link)).toBe(true))
  it.each([
    '',
    'contract',
    '//example.com',
    '/\\example.com',
    '\\\\example.com',
    'http://example.com',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://user:secret@example.com',
    'https://example.com@evil.test',
    'https://example.com\\@evil.test',
    'https://',
    'https:///x',
    ' https://example.com',
    'https://example.com/\n',
    'java\tscript:alert(1)',
    'https://example.com/\u202ex y',
    'ftp://example.com',
  ])('rejects %j', (link) => expect(isSafeLink(link)).toBe(false))
  it('leads only to https or to a path of this product', () => {
    const start = fc.constantFrom(
      '',
      '/',
      'https://',
      'https:/',
      'HTTPS://a@',
      'https://a.test',
      'javascript:',
    )
    const text = fc.tuple(start, fc.string({ maxLength: 12 })).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (text) => {
        if (!isSafeLink(text)) return
        const { protocol, origin, username } = new URL(text, 'https://own.test')
        expect(protocol).toBe('https:')
        expect(username).toBe('')
        if (text.startsWith('/')) expect(origin).toBe('https://own.test')
      }),
    )
  })
})

describe('a content record', () => {
  it('is stored as written, without empty parts', () => {
    const read = readContent('news', { en: { ...article, subtitle: ' ' }, zh_TW: article }, { picture: '' })
    expect(read).toEqual({ texts: { en: article, zh_TW: article }, fields: {} })
  })
  it.each<[string, Parameters<typeof readContent>]>([
    ['texts', ['news', null, {}]],
    ['texts', ['news', [], {}]],
    ['texts.en', ['news', {}, {}]],
    ['texts.en', ['news', { ja: article }, {}]],
    ['texts.xx', ['news', { en: article, xx: article }, {}]],
    ['texts.en.content', ['news', { en: { title: 'T' } }, {}]],
    ['texts.en.title', ['news', { en: { ...article, title: '  ' } }, {}]],
    ['texts.ja.content', ['news', { en: article, ja: { title: 'T' } }, {}]],
    ['texts.en.price', ['news', { en: { ...article, price: '1' } }, {}]],
    ['texts.en.toString', ['news', { en: { ...article, toString: 'x' } }, {}]],
    ['texts.en.content', ['news', { en: { ...article, content: '[x](javascript:alert(1))' } }, {}]],
    ['texts.en.content', ['news', { en: { ...article, content: 'x\u0000' } }, {}]],
    ['texts.en.content', ['news', { en: { ...article, content: 'x'.repeat(20_001) } }, {}]],
    ['texts.en.title', ['news', { en: { ...article, title: 5 } }, {}]],
    ['fields', ['news', { en: article }, '']],
    ['fields.link', ['news', { en: article }, { link: '/' }]],
    ['fields.picture', ['news', { en: article }, { picture: 'http://example.com/x.png' }]],
    ['fields.picture', ['news', { en: article }, { picture: 'https://example.com/x.png' }]],
    ['fields.picture', ['banner', { en: { title: 'T' } }, { place: '1:home' }]],
    ['fields.place', ['nav', { en: { title: 'T' } }, { place: 'a b', link: '/' }]],
    ['fields.email', ['about', { en: { ...article, riskNotice: 'R' } }, { email: 'nobody' }]],
  ])('is refused at %s', (problem, input) => {
    expect(readContent(...input)).toEqual({ problem })
  })
  it('falls back to English for the complete text', () => {
    const texts = { en: { title: 'News', subtitle: 'sub' }, ja: { title: 'ニュース' } }
    expect(textIn(texts, 'ja', 'title')).toBe('ニュース')
    expect(textIn(texts, 'ja', 'subtitle')).toBe('')
    expect(textIn(texts, 'ru', 'title')).toBe('News')
  })
  it('lists every link of a text', () => {
    expect(linksOf('[a](/b) and [c](https://d.test), [e] (f)')).toEqual(['/b', 'https://d.test'])
  })
})
