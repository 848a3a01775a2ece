import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatQuantity, formatUsdt, type Price, price, type Quantity, quantity } from '../money/units.ts'
import {
  allot,
  drawOrder,
  type IssueTerms,
  isAskable,
  isLaterEndOnly,
  shareNow,
  subscriptionMoney,
  validateIssue,
  wholeStepShare,
} from './rules.ts'
import { verifyAllotment } from './verify.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const step = quantity('10')
const coins = (min: bigint) => fc.bigInt({ min, max: 5000n }).map((count) => (count * step) as Quantity)

describe('a share before the draw', () => {
  it('is what was asked where there is enough, else the share down to whole steps', () => {
    expect(wholeStepShare({ number: quantity('600'), step }, quantity('870'), quantity('500'))).toBe(
      quantity('340'),
    )
    fc.assert(
      fc.property(coins(1n), coins(1n), coins(0n), (number, asked, others) => {
        const total = (asked + others) as Quantity
        const share = wholeStepShare({ number, step }, total, asked)
        if (total <= number) expect(share).toBe(asked)
        else {
          expect(share % step).toBe(0n)
          expect(share * total <= asked * number && (share + step) * total > asked * number).toBe(true)
        }
      }),
    )
  })
  it('is shown in hundredths of a percent, down, and never above the whole', () => {
    expect(shareNow({ number: quantity('20000'), asked: quantity('31450') })).toBe(6359n)
    expect(shareNow({ number: quantity('5'), asked: 0n as Quantity })).toBe(10_000n)
    fc.assert(
      fc.property(coins(1n), coins(1n), (number, asked) => {
        const share = shareNow({ number, asked })
        expect(share <= 10_000n).toBe(true)
        if (asked > number)
          expect(share * asked <= number * 10_000n && (share + 1n) * asked > number * 10_000n).toBe(true)
        else expect(share).toBe(10_000n)
      }),
    )
  })
})

describe('the draw', () => {
  const applications = [1, 2, 3, 4].map((id) => ({ hash: sha256(String(id)), asked: step }))
  it('goes by the hash of head, line break and application', async () => {
    const hashes = applications.map(({ hash }) => hash)
    const order = await drawOrder(hashes, 'head', sha256)
    const draws = order.map((at) => sha256(`head\n${hashes[at]}`))
    expect(draws).toEqual(draws.toSorted())
    expect(order.toSorted()).toEqual([0, 1, 2, 3])
    expect(await drawOrder(hashes, 'other', sha256)).not.toEqual(order)
  })
  it('gives no order a second step or more than it requested', async () => {
    const rows = await allot({ number: quantity('20'), step }, applications, 'head', sha256)
    const winners = (
      await drawOrder(
        rows.map(({ hash }) => hash),
        'head',
        sha256,
      )
    ).slice(0, 2)
    expect(rows.map(({ allotted }, at) => [at, allotted])).toEqual(
      rows.map((_, at) => [at, winners.includes(at) ? step : 0n]),
    )
  })
  it('is not needed where all orders get what they requested, and reads no hash', async () => {
    const never = () => Promise.reject(new Error('no draw is needed'))
    const rows = await allot({ number: quantity('40'), step }, applications, 'head', never)
    expect(rows.map(({ allotted }) => allotted)).toEqual(applications.map(({ asked }) => asked))
    expect(rows.map(({ hash }) => hash)).toEqual(applications.map(({ hash }) => hash).toSorted())
  })
})

describe('the money of an order', () => {
  it('is up to four decimals, at least what the coins cost and less than one step above', () => {
    const prices = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => units as Price)
    fc.assert(
      fc.property(prices, coins(1n), (at, amount) => {
        const money = subscriptionMoney(at, amount)
        expect(money % 10_000n).toBe(0n)
        const exact = at * amount
        expect(money * 1_000_000_000n >= exact && (money - 10_000n) * 1_000_000_000n < exact).toBe(true)
      }),
    )
    expect(formatUsdt(subscriptionMoney(price('0.0001'), quantity('1')))).toBe('0.0001')
  })
})

const terms: IssueTerms = {
  ...{ price: price('1.5'), number: quantity('600'), step, min: step, max: quantity('500') },
  ...{ openMs: Date.UTC(2026, 5, 1), closeMs: Date.UTC(2026, 5, 2), finalDay: '20260605' },
  riskSheet: 'Coins can lose their whole value.',
}

describe('terms of an issue', () => {
  it.each([
    ['riskSheet', true, { riskSheet: '\n ' }],
    ['price', false, { price: price('-1') }],
    ['number', false, { number: 0n as Quantity }],
    ['min', false, { min: 0n as Quantity }],
    ['max', false, { max: quantity('495') }],
    ['closeMs', false, { closeMs: terms.openMs - 1 }],
    ['finalDay', true, { finalDay: 'someday' }],
    ['finalDay', false, { finalDay: '20260531' }],
  ] as const)('without a sound %s are rejected (missing: %s)', (term, isMissing, change) => {
    expect(validateIssue({ ...terms, ...change })).toEqual({ term, isMissing })
  })
  it('are sound at every limit: one order may take all, and the last day may be that of the close', () => {
    expect(validateIssue({ ...terms, max: terms.number, min: terms.number })).toBeNull()
    expect(validateIssue({ ...terms, finalDay: '20260602' })).toBeNull()
    expect(validateIssue({ ...terms, closeMs: Date.UTC(2026, 5, 2, 23), finalDay: '20260602' })).toEqual({
      ...{ term: 'finalDay', isMissing: false },
    })
  })
  it('of an open issue stay, every one of them, and its last day may stay too', () => {
    expect(isLaterEndOnly(terms, { ...terms })).toBe(true)
    const other: { [K in Exclude<keyof IssueTerms, 'finalDay'>]: IssueTerms[K] } = {
      ...{ price: price('2'), number: quantity('610'), step: quantity('5'), min: quantity('20') },
      ...{ max: quantity('490'), openMs: 1, closeMs: 2, riskSheet: 'x' },
    }
    for (const [key, value] of Object.entries(other))
      expect(isLaterEndOnly(terms, { ...terms, [key]: value }), key).toBe(false)
  })
  it('accept whole steps within the limits only', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 11n }), (units) => {
        const isWithin = units >= terms.min && units <= terms.max && units % terms.step === 0n
        expect(isAskable(terms, units as Quantity)).toBe(isWithin)
      }),
    )
  })
})

describe('a table of an allotment', () => {
  it('is told by its reason what is wrong with it', async () => {
    const applications = [1, 2].map((id) => ({ hash: sha256(String(id)), asked: quantity('30') }))
    const allotted = await allot({ number: quantity('60'), step }, applications, 'h', sha256)
    const rows = allotted.map((row) => ({
      ...{ hash: row.hash, asked: formatQuantity(row.asked), allotted: formatQuantity(row.allotted) },
    }))
    const table = {
      ...{ id: 1, number: '60', step: '10', applications: 2, asked: '60', rows },
      head: { minute: 1, symbol: 'BTCUSDT', n: 1, hash: 'h' },
    }
    const [one, two] = rows
    if (!one || !two) throw new Error('there are two rows')
    const reasons = async (change: Partial<typeof table>) =>
      (await verifyAllotment({ ...table, ...change }, 'h', sha256)).map(({ at, reason }) => [at, reason])
    expect(await reasons({})).toEqual([])
    expect(await reasons({ number: 'x' })).toEqual([['table', 'number or step is no amount']])
    expect(await reasons({ step: '-10' })).toEqual([['table', 'number or step is no amount']])
    expect(await reasons({ number: '65' })).toEqual([['number', 'is not whole steps']])
    expect(await reasons({ asked: '50' })).toEqual([['asked', 'is 50, the rows ask for 60']])
    expect(await reasons({ rows: [one] })).toEqual([['rows', 'are 1 of 2; put the pages together']])
    expect(await reasons({ rows: [two, one] })).toEqual([[one.hash, 'is not in the order of the hashes']])
    expect(await reasons({ rows: [one, one] })).toEqual([[one.hash, 'occurs twice']])
    for (const hash of [`0${one.hash}`, `${one.hash}f`, one.hash.slice(1), one.hash.toUpperCase(), ''])
      expect(await reasons({ rows: [{ ...one, hash }, two] })).toContainEqual([hash, 'is no SHA-256'])
    for (const asked of ['0', '25', '-30', 'x', ''])
      expect(await reasons({ rows: [{ ...one, asked }, two] }), asked).toEqual([
        [one.hash, `asks for ${asked}, which is not whole steps`],
      ])
    expect(await reasons({ step: '0' })).toEqual([['table', 'number or step is no amount']])
    expect(await reasons({ rows: [one, { ...two, allotted: '20' }] })).toEqual([
      [two.hash, 'was allotted 20, not 30'],
    ])
    const hash = { ...table.head, hash: 'other' }
    expect(await reasons({ head: hash })).toEqual([['head', 'is other, not h']])
  })
})
