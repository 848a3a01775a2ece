import { formatDecimal } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatAmount,
  formatDay,
  formatDuration,
  instantText,
  shortHash,
  shortText,
  wholeText,
} from './formatters.ts'
import { paths } from './paths.ts'

describe('an amount', () => {
  it('reads back to exactly what it was, whatever its size and decimals', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 26n), 10n ** 26n), (units) => {
        const [whole = '', part = ''] = formatAmount(formatDecimal(units, 8))
          .replaceAll(',', '')
          .replace('−', '-')
          .split('.')
        expect(BigInt(`${whole}${part.padEnd(8, '0')}`)).toBe(units)
        // Two decimals at least, and groups of three digits.
        expect(part.length).toBeGreaterThanOrEqual(2)
        expect(formatAmount(formatDecimal(units, 8))).toMatch(/^−?\d{1,3}(,\d{3})*\.\d{2,8}$/)
      }),
    )
  })

  it('that is none is shown as it came', () => {
    for (const text of ['', '-', '1e3', '1.2.3', 'not known', '１', '+5', ' 5', '1,000'])
      expect(formatAmount(text)).toBe(text)
  })
})

it('a count has groups of three digits and the sign before them', () => {
  fc.assert(
    fc.property(fc.integer(), (count) => {
      const text = wholeText(count)
      expect(Number(text.replaceAll(',', '').replace('−', '-'))).toBe(count)
      expect(text).toMatch(/^−?\d{1,3}(,\d{3})*$/)
    }),
  )
})

describe('a duration', () => {
  const minute = 60_000
  it('never gets shorter as time passes, and is at most a unit behind', () => {
    const millisOf = (text: string) =>
      text.split(' ').reduce((sum, part, at, all) => {
        if (at % 2 === 1) return sum
        const unit = { s: 1000, m: minute, h: 60 * minute, d: 1440 * minute }[all[at + 1] ?? ''] ?? Number.NaN
        return sum + Number(part) * unit
      }, 0)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 10 }), fc.integer({ min: 0, max: 10 ** 9 }), (ms, more) => {
        const [now, later] = [millisOf(formatDuration(ms)), millisOf(formatDuration(ms + more))]
        expect(now).toBeLessThanOrEqual(ms)
        expect(later).toBeGreaterThanOrEqual(now)
        const unit = ms < minute ? 1000 : ms < 2 * 1440 * minute ? minute : 60 * minute
        expect(ms - now).toBeLessThan(unit)
      }),
    )
  })

  it.each([
    [0, '0 s'],
    [999, '0 s'],
    [60_000, '1 m'],
    [3_599_999, '59 m'],
    [3_600_000, '1 h 0 m'],
    [172_799_999, '47 h 59 m'],
    [172_800_000, '2 d 0 h'],
    [-1, '0 s'],
  ])('of %i ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })
})

it('an instant is that of UTC+1 in summer and winter alike', () => {
  for (const [ms, day, full, short] of [
    [Date.UTC(2026, 0, 31, 23), '1 Feb 2026', '1 Feb 2026, 00:00:00', '1 Feb, 00:00'],
    [Date.UTC(2026, 6, 1, 11, 5, 9), '1 Jul 2026', '1 Jul 2026, 12:05:09', '1 Jul, 12:05'],
    [0, '1 Jan 1970', '1 Jan 1970, 01:00:00', '1 Jan, 01:00'],
  ] as const)
    expect([formatDay(ms), instantText(ms), shortText(ms)]).toEqual([day, full, short])
})

it('a short text stays whole, a long one keeps both ends', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      const short = shortHash(text)
      if (text.length <= 16) expect(short).toBe(text)
      else
        expect([short.length, short.slice(0, 6), short.slice(-6)]).toEqual([
          13,
          text.slice(0, 6),
          text.slice(-6),
        ])
    }),
  )
})

describe('an address of the console', () => {
  it('carries any query back to what it was, and nothing for what is empty', () => {
    const value = fc.oneof(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.constant(''),
      fc.constant(undefined),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('text', 'kind', 'page', 'target'), value), (query) => {
        for (const of of [paths.queue, paths.customers, paths.audit]) {
          const [path = '', search = ''] = of(query).split(/\?(.*)/s)
          expect(path).toMatch(/^\/(customers|audit)?$/)
          const expected = Object.entries(query).flatMap(([name, one]) =>
            one === undefined || one === '' ? [] : [[name, String(one)]],
          )
          expect([...new URLSearchParams(search)]).toEqual(expected)
        }
      }),
    )
  })

  it('names items, customers and records by their numbers', () => {
    expect([paths.item('deposit', 7, { page: 2 }), paths.customer(10_001)]).toEqual([
      '/queue/deposit/7?page=2',
      '/customers/10001',
    ])
    expect([
      paths.content(),
      paths.content('news'),
      paths.content('news', 'new'),
      paths.content('faq', 3),
    ]).toEqual([...['/content', '/content/news', '/content/news/new', '/content/faq/3']])
    const all = [
      ...[
        paths.locks(),
        paths.products(),
        paths.community(),
        paths.settings(),
        paths.reserves(),
        paths.payouts(),
      ],
      ...[paths.health(), paths.members(), paths.account(), paths.join()],
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})
