import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes, fromHex, toHex, unsigned } from './bytes.ts'
import { dayText, parseDay } from './heads.ts'
import { headsText, parseHeads } from './headsText.ts'
import { addVectors } from './liabilities/tree.ts'
import { keyText, parseReceipt, type ReceiptLine, receiptText } from './receipts.ts'
import { fieldsOf, linesOf, signedLines } from './signedTexts.ts'

const hex = (digits: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`))
const number = fc.nat({ max: 999_999_999_999_999 })
const name = fc.stringMatching(/^[A-Za-z0-9.]{1,12}$/)

describe('bytes', () => {
  it('are read from the hex they are written as, and from nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        expect(fromHex(toHex(a))).toEqual(a)
        expect(toHex(concatBytes(a, b))).toBe(toHex(a) + toHex(b))
      }),
    )
    for (const broken of ['a', 'AB', '0x', 'gg', ' 0', '0g', 'g0']) expect(fromHex(broken), broken).toBeNull()
  })

  it('of a number are big-endian and as many as named, and a number that does not fit is refused', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16 }),
        fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }),
        (length, any) => {
          const value = any % (1n << BigInt(8 * length))
          expect(BigInt(`0x${toHex(unsigned(value, length))}`)).toBe(value)
          expect(unsigned(value, length)).toHaveLength(length)
          expect(() => unsigned(1n << BigInt(8 * length), length)).toThrow(RangeError)
        },
      ),
    )
    expect(toHex(unsigned(255n, 1))).toBe('ff')
    expect(() => unsigned(-1n, 8)).toThrow(RangeError)
  })
})

it('sums of nodes stay below 2^127, each of them, or there is none', () => {
  const limit = 1n << 127n
  expect(addVectors([limit - 2n, 0n], [1n, 5n])).toEqual([limit - 1n, 5n])
  for (const [a, b] of [
    [
      [limit - 1n, 0n],
      [1n, 0n],
    ] as const,
    [
      [0n, limit - 1n],
      [0n, 1n],
    ] as const,
  ])
    expect(addVectors(a, b)).toBeNull()
})

describe('the lines of a signed text', () => {
  const lines = fc.array(fc.tuple(name, fc.stringMatching(/^[^\n]{0,20}$/)), { maxLength: 6 })

  it('are read as they were written, and by name unless one is doubled', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const text = signedLines('kind.v1', all)
        expect(linesOf('kind.v1', text)).toEqual(all)
        expect(linesOf('kind.v2', text)).toBeNull()
        const names = new Set(all.map(([key]) => key))
        expect(fieldsOf('kind.v1', text)).toEqual(names.size === all.length ? new Map(all) : null)
      }),
    )
  })

  it('hold no line feed and no name that ends early, so that nothing said makes a further line', () => {
    expect(() => signedLines('kind.v1', [['a', 'x\nb=y']])).toThrow(RangeError)
    expect(() => signedLines('kind.v1', [['a\nb', 'x']])).toThrow(RangeError)
    expect(() => signedLines('kind.v1', [['a=b', 'x']])).toThrow(RangeError)
    expect(linesOf('kind.v1', 'kind.v1\n=x')).toBeNull()
    expect(linesOf('kind.v1', 'kind.v1\nx')).toBeNull()
    expect(linesOf('kind.v1', 'kind.v1\na=b=c')).toEqual([['a', 'b=c']])
    expect(fieldsOf('kind.v1', 'kind.v1\na=1\na=1')).toBeNull()
  })
})

const head = fc.record({
  ...{ key: hex(16), transaction: number, uid: number, time: number, causeId: number },
  ...{ causeKind: fc.stringMatching(/^[A-Za-z]{1,40}$/), previous: hex(64) },
})
const line: fc.Arbitrary<ReceiptLine> = fc.record({
  purpose: fc.constantFrom('coin', 'principal', 'wallet', 'wallet2'),
  asset: fc.constantFrom('BTC', 'ETH', 'USDT'),
  type: fc.nat({ max: 99 }),
  amount: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  balance: fc.bigInt({ min: 0n, max: 10n ** 20n }),
  sequence: fc.nat({ max: 9 }),
})

describe('a receipt', () => {
  it('is read as it was written, with its entries by purpose, asset and sequence whatever their order was', () => {
    fc.assert(
      fc.property(
        head,
        fc.uniqueArray(line, { selector: (one) => `${one.purpose} ${one.asset} ${one.sequence}` }),
        (receipt, all) => {
          const text = receiptText(receipt, all)
          expect(receiptText(receipt, all.toReversed())).toBe(text)
          const { lines, ...said } = parseReceipt(text) ?? { lines: null }
          expect(said).toEqual(receipt)
          const places = (lines ?? []).map((one) => one.split(',').slice(0, 2).join(' '))
          expect(places).toEqual(all.map(({ purpose, asset }) => `${purpose} ${asset}`).toSorted())
        },
      ),
    )
  })

  it('is none with a line of its head missing, doubled, moved or malformed', () => {
    const sound = receiptText(
      {
        key: '1'.repeat(16),
        transaction: 1,
        uid: 2,
        time: 3,
        causeKind: 'deposit',
        causeId: 4,
        previous: '0'.repeat(64),
      },
      [{ purpose: 'wallet', asset: 'USDT', type: 1, amount: 5n, balance: 5n, sequence: 1 }],
    )
    expect(parseReceipt(sound)?.lines).toEqual(['wallet,USDT,1,0.00000005,0.00000005'])
    const lines = sound.split('\n')
    for (let at = 0; at < 7; at += 1) {
      expect(parseReceipt(lines.toSpliced(at, 1).join('\n')), `without ${lines[at]}`).toBeNull()
      expect(
        parseReceipt(lines.toSpliced(at, 0, lines[at] ?? '').join('\n')),
        `twice ${lines[at]}`,
      ).toBeNull()
      const swapped = lines.with(at, lines[at + 1] ?? '').with(at + 1, lines[at] ?? '')
      expect(parseReceipt(swapped.join('\n')), `swapped ${lines[at]}`).toBeNull()
    }
    expect(parseReceipt(lines.slice(0, 7).join('\n'))?.lines).toEqual([])
    for (const broken of [
      ...['transaction=-1', 'uid=1.5', 'time=', 'transaction=1e3', 'time=1234567890123456'],
      ...[
        'cause=deposit',
        'cause=:4',
        'cause=deposit:',
        'cause=deposit:-4',
        'cause=two words:4',
        'cause=a1:4',
      ],
      ...['key=1', `key=${'G'.repeat(16)}`, `previous=${'0'.repeat(63)}`, `previous=${'A'.repeat(64)}`],
    ]) {
      const [field = ''] = broken.split('=')
      expect(parseReceipt(sound.replace(new RegExp(`^${field}=.*$`, 'm'), broken)), broken).toBeNull()
    }
  })

  it('is no announcement of a key, and the other way round', () => {
    const text = keyText({ keyid: '1', publickey: '2', from: 3, previous: '4' })
    expect(text).toBe('glasshouse.key.v1\nkeyid=1\npublickey=2\nfrom=3\nprevious=4')
    expect(parseReceipt(text)).toBeNull()
  })
})

describe('heads and days', () => {
  const heads = fc.uniqueArray(fc.record({ name, n: number, hash: hex(64) }), { selector: (one) => one.name })
  const isFree = (one: { readonly name: string }) => !['key', 'minute', 'day'].includes(one.name)

  it('are read as they were written, whatever the order of the names', () => {
    fc.assert(
      fc.property(hex(16), number, heads, (key, minuteMs, any) => {
        const all = any.filter(isFree)
        const text = headsText(key, minuteMs, all)
        expect(headsText(key, minuteMs, all.toReversed())).toBe(text)
        const read = parseHeads(text)
        expect(read).toMatchObject({ key, minuteMs })
        expect(new Set(read?.heads)).toEqual(new Set(all))
        expect(read?.heads.map((one) => one.name)).toEqual(all.map((one) => one.name).toSorted())

        const files = all.map((one) => ({ name: one.name, hash: one.hash }))
        const day = parseDay(dayText(key, '20270115', files))
        expect(day).toMatchObject({ key, day: '20270115' })
        expect(new Set(day?.files)).toEqual(new Set(files))
      }),
      { numRuns: 50 },
    )
  })

  it('are none with a doubled name, without key or time, or with anything but a number and a hash', () => {
    const sound = headsText('1'.repeat(16), 60_000, [{ name: 'BTCUSDT', n: 7, hash: 'ab'.repeat(32) }])
    const lines = sound.split('\n')
    expect(parseHeads(sound)?.heads).toHaveLength(1)
    for (let at = 0; at < 3; at += 1) expect(parseHeads(lines.toSpliced(at, 1).join('\n'))).toBeNull()
    expect(parseHeads(`${sound}\n${lines[3]}`)).toBeNull()
    for (const broken of [
      '7',
      '7:',
      `:${'ab'.repeat(32)}`,
      `-7:${'ab'.repeat(32)}`,
      `7:${'AB'.repeat(32)}`,
      `7:${'ab'.repeat(33)}`,
    ])
      expect(parseHeads(sound.replace(/BTCUSDT=.*/, `BTCUSDT=${broken}`)), broken).toBeNull()
    for (const broken of ['', 'now', '-60000', '6e4'])
      expect(parseHeads(sound.replace(/minute=.*/, `minute=${broken}`)), broken).toBeNull()

    const day = dayText('1'.repeat(16), '20270115', [{ name: 'ticks.jsonl', hash: 'ab'.repeat(32) }])
    const dayLines = day.split('\n')
    expect(parseDay(day)?.files).toHaveLength(1)
    for (let at = 0; at < 3; at += 1) expect(parseDay(dayLines.toSpliced(at, 1).join('\n'))).toBeNull()
    expect(parseDay(`${day}\n${dayLines[3]}`)).toBeNull()
    expect(parseDay(day.replace('20270115', '2027-01-15'))).toBeNull()
    expect(parseDay(`${day}0`)).toBeNull()
    for (const wrong of ['x20270115', '202701155', '2027011', ''])
      expect(parseDay(day.replace('20270115', wrong)), wrong).toBeNull()
  })
})
