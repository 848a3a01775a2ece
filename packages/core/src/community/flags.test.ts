import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FlagKind, findFlags, flagsOf } from './flags.ts'

const marked = (text: string) => findFlags(text).map(({ kind, from, to }) => [kind, text.slice(from, to)])

const found: readonly (readonly [FlagKind, string])[] = [
  ['link', 'https://evil.test/x'],
  ['link', 'hxxps://evil.test'],
  ['link', 'www.example.com'],
  ['link', 'example.com'],
  ['link', 'EXAMPLE.CoM/login'],
  ['link', 'exa\u200Bmple.c\u200Dom'],
  ['link', 'ｅｘａｍｐｌｅ．ｃｏｍ'],
  ['link', 'example。com'],
  ['link', 'example dot com'],
  ['link', 'example (dot) com'],
  ['link', 'example[.]com'],
  ['link', 'example . com'],
  ['link', 'xn--80ak6aa92e.com'],
  ['link', 'shop.xn--p1ai'],
  ['link', 'пример.рф'],
  ['link', 't.me/helper'],
  ['link', '185.12.33.4:8080/x'],
  ['link', '\u202Ehttps://moc.live'],
  ['email', 'ann@example.com'],
  ['email', 'ann＠example．com'],
  ['email', 'ann (at) example (dot) com'],
  ['email', 'ann at example dot com'],
  ['email', 'a\u2060nn@exam\u00ADple.com'],
  ['phone', '+1 202 555 0100'],
  ['phone', '2025550100'],
  ['phone', '１２０２５５５０１００'],
  ['phone', '٠١٢٣٤٥٦٧٨٩'],
  ['phone', '๐๘๑๒๓๔๕๖๗๘'],
  ['phone', '1 2 0 2 5 5 5 0 1 0 0'],
  ['phone', '1-2-0-2-5-5-5-0-1-0-0'],
  ['phone', '1, 2, 0, 2, 5, 5, 5, 0, 1, 0, 0'],
  ['phone', '0\u200B8\u200B1\u200B2\u200B3\u200B4\u200B5\u200B6\u200B7'],
  ['phone', '1️⃣2️⃣0️⃣2️⃣5️⃣5️⃣5️⃣0️⃣1️⃣0️⃣0️⃣'],
  ['phone', '(0170) 123-45-67'],
  ['phone', '202.555.0100'],
  ['phone', '+49.1701234567'],
  ['phone', 'tel：13712345689'],
  ['address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['address', '0x5aAe b605 3F3E 94C9 b9A0 9f33 6694 35E7 Ef1B eAed'],
  ['address', '0x5aAeb6053F3E94C9\u200Bb9A09f33669435E7Ef1BeAed'],
  ['address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['address', 'TR7NHqje KQxGTCi8 q8ZY4pL8 otSzgjLj6t'],
  ['address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['address', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
]

const plain: readonly string[] = [
  'Left tern at the dealing of 9 June. 1,200 units at 1.037991549, fee to the lead 4.5590, levy 1.2411, paid 1,239.7898.',
  'It cost 4,218,306.1140 USDT on 2026-06-14 at 11:20, then 97000.1 and 97000.2 and 97000.3.',
  'The withdrawal of 1000000 was paid in 38 min, e.g. within 24 h. I like it!',
  '1 000 000 USDT, 10.000.000,50 or 5 % of 12 34 56',
  'Is the dealing price known before 23:50? v2.0 vs. 1.9, i.e. the same.',
  '今日は良い日です。明日も来ます。注文は12件でした。',
  'Сегодня всё прошло хорошо. Вывод занял 12 минут.',
  'The Quick Brown Fox Jumps Over The Lazy Dog And Runs Away To The Hills',
]

describe('findFlags', () => {
  it.each(found)('finds a %s in %j, whatever stands around it', (kind, text) => {
    expect(flagsOf(text)).toContain(kind)
    expect(flagsOf(`Well, ${text}. Ask me!`)).toContain(kind)
    expect(flagsOf(`Well\n${text}\nfine`)).toContain(kind)
  })
  it.each(plain)('finds nothing in %j', (text) => {
    expect(marked(text)).toEqual([])
  })
  it('marks the places in the original text and each place once', () => {
    expect(marked('Screens at example.com/may, ask me at ann@example.com')).toEqual([
      ['link', 'example.com/may'],
      ['email', 'ann@example.com'],
    ])
    expect(marked('send to TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t, ｗｗｗ．x．com!')).toEqual([
      ['address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
      ['link', 'ｗｗｗ．x．com'],
    ])
  })
  it('reads a character that stands for whole words as one letter', () => {
    expect(marked('x\uFDFA.com')).toEqual([['link', 'x\uFDFA.com']])
    expect(marked('\uFDFA'.repeat(3))).toEqual([])
  })
  it('returns ordered places inside the text that do not overlap, for any text', () => {
    const piece = fc.constantFrom(
      ...found.map(([, text]) => text),
      ...plain,
      ' ',
      '\u200B',
      '0',
      '.',
      'a',
      '@',
      '😀',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((parts) => parts.join('')),
        ),
        (text) => {
          let last = 0
          for (const { from, to } of findFlags(text)) {
            expect(from).toBeGreaterThanOrEqual(last)
            expect(to).toBeGreaterThan(from)
            last = to
          }
          expect(last).toBeLessThanOrEqual(text.length)
        },
      ),
      { numRuns: 300 },
    )
  })
  it('takes a time proportional to the text', () => {
    for (const unit of [
      'a',
      'a.',
      'a-',
      '1 ',
      '1.',
      'a@',
      'ann@',
      'T1 ',
      'aA1',
      '0x1',
      'www.',
      'a dot ',
      '١',
      '(',
      'tel:1',
      '\uFDFA',
    ])
      expect(Math.min(timeOf(unit, 100_000), timeOf(unit, 100_000))).toBeLessThan(2000)
  }, 60_000)
})

const timeOf = (unit: string, length: number): number => {
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  const start = performance.now()
  findFlags(text)
  return performance.now() - start
}
