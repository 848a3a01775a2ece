import { describe, expect, it } from 'vitest'
import { usdt } from '../money/units.ts'
import { languages } from '../wire/languages.ts'
import { localeOf } from '../wire/locales.ts'
import { linkOf, noticeKindNames, specOf, storeParams } from './kinds.ts'
import { noticeTexts, renderNotice } from './texts.ts'

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
const pairs = noticeKindNames.flatMap((kind) => languages.map((lang) => [kind, lang] as const))

/** Plural categories of the counts a notice states. */
const categoriesOf = (locale: string): ReadonlySet<string> => {
  const rules = new Intl.PluralRules(locale)
  return new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)))
}

describe('the sentences of notices', () => {
  it.each(pairs)('%s in %s have every form and name only values of the kind', (kind, lang) => {
    const sentences = noticeTexts[kind][lang]
    const { params } = specOf(kind)
    const keys = Object.keys(sentences)
    const counted = keys.filter((key) => /^(?:title|content)_/.test(key)).map((key) => key.split('_')[0])
    const words = Object.entries(params).flatMap(([name, form]) =>
      typeof form === 'string' ? [] : form.map((word) => `${name}.${word}`),
    )
    const categories = [...categoriesOf(localeOf[lang])]
    const expected = ['title', 'content'].flatMap((name) =>
      counted.includes(name) ? categories.map((category) => `${name}_${category}`) : [name],
    )
    expect(keys.toSorted()).toEqual([...expected, ...words].toSorted())
    expect(
      counted.length === 0 || Object.values(params).filter((form) => form === 'count').length === 1,
    ).toBe(true)
    for (const text of Object.values(sentences)) {
      expect(text.trim()).not.toBe('')
      // Customers must not get used to following links in mail.
      expect(text).not.toMatch(/https?:/)
      for (const name of namesIn(text)) expect(Object.keys(params)).toContain(name)
    }
  })

  it.each(noticeKindNames)(
    '%s name the same values in every language, and its link names values of it',
    (kind) => {
      const named = languages.map((lang) =>
        [...new Set(Object.values(noticeTexts[kind][lang]).flatMap(namesIn))].sort(),
      )
      for (const names of named) expect(names).toEqual(named[0])
      const { link, params } = specOf(kind)
      for (const name of namesIn(link)) expect(Object.keys(params)).toContain(name)
      expect(link).toMatch(/^(?:\/\w+(?:\?[\w=&{}]+)?)?$/)
    },
  )
})

describe('a notice', () => {
  const order = { id: 12345, product: 'Green {id} house' }
  const bought = (days: number) =>
    storeParams({
      kind: 'investBought',
      params: { ...order, amount: usdt('2700.5'), days, first: Date.UTC(2026, 5, 16, 23) },
    })

  it('shows amounts, times and days in the language, and values verbatim', () => {
    expect(renderNotice('en', 'investBought', bought(7))).toEqual({
      title: 'Green {id} house: order 12345 is bought',
      content: '2,700.5 USDT for 7 days. Interest is first booked on 17 Jun 2026, 00:00 (UTC+1).',
      link: '/order?id=12345',
    })
    expect(renderNotice('es', 'investBought', bought(7)).content).toContain('2.700,5 USDT')
    const accrued = storeParams({
      kind: 'investFirstAccrual',
      params: { ...order, amount: usdt('0.42428571'), day: '20260616' },
    })
    expect(renderNotice('en', 'investFirstAccrual', accrued).content).toContain(
      '0.42428571 USDT for 16 Jun 2026',
    )
  })

  it('agrees with its number in every plural form', () => {
    const russian = [1, 2, 5, 21].map((days) => renderNotice('ru', 'investBought', bought(days)).content)
    expect(russian.map((text) => / на \d+ (\S+?)\./.exec(text)?.[1])).toEqual(['день', 'дня', 'дней', 'день'])
    expect(renderNotice('en', 'investBought', bought(1)).content).toContain('for 1 day.')
  })

  it('states a missing value instead of a wrong one', () => {
    expect(renderNotice('en', 'investRedeemed', { id: 7, product: 'P', payout: '1' }).content).toContain(
      'Fee: — USDT',
    )
  })

  it.each(languages)('about a withdrawal quotes remark and proof unchanged in %s', (lang) => {
    const remark = 'The name is $& another {id}.'
    const rejected = storeParams({
      kind: 'withdrawalRejected',
      params: { id: 17, amount: usdt('100'), remark },
    })
    expect(renderNotice(lang, 'withdrawalRejected', rejected).content).toContain(remark)
    const sent = storeParams({
      kind: 'withdrawalSent',
      params: { id: 17, net: usdt('95'), destination: 'TJCnKs…6sxMW', proof: 'abcdef' },
    })
    expect(renderNotice(lang, 'withdrawalSent', sent).content).toMatch(/95.*abcdef|abcdef.*95/)
  })

  it('escapes what stands in its link', () => {
    expect(linkOf('investEnded', { id: 'a&b=1/../' })).toBe('/order?id=a%26b%3D1%2F..%2F')
  })
})
