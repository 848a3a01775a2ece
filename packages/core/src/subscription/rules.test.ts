import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatQuantity, formatUsdt, price, type Quantity, quantity } from '../money/units.ts'
import {
  allot,
  type IssueState,
  type IssueTerms,
  isAskable,
  isLaterEndOnly,
  issueStateAt,
  paymentEndMs,
  subscriptionMoney,
  validateIssue,
  wireStatusOf,
} from './rules.ts'
import { verifyAllotment } from './verify.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const head = sha256('head')
const applicationsOf = (asked: readonly bigint[]) =>
  asked.map((coins, at) => ({ hash: sha256(String(at + 1)), asked: coins as Quantity }))
const sum = (values: readonly bigint[]) => values.reduce((total, one) => total + one, 0n)

const terms: IssueTerms = {
  price: price('1.5'),
  number: quantity('600'),
  step: quantity('10'),
  min: quantity('10'),
  max: quantity('500'),
  openMs: Date.UTC(2026, 5, 1),
  closeMs: Date.UTC(2026, 5, 2),
  finalDay: '20260605',
  riskSheet: 'Coins can lose their whole value.',
}

describe('an allotment', () => {
  it('gives the example of the specification: 340, 200, 40 and two steps by hash', async () => {
    const asked = [500, 300, 70].map((coins) => quantity(String(coins)))
    const rows = await allot(terms, applicationsOf(asked), head, sha256)
    const by = new Map(rows.map((row) => [row.hash, row.allotted]))
    const given = [1, 2, 3].map((id) => by.get(sha256(String(id))) ?? 0n)
    const base = ['340', '200', '40'].map(quantity)
    const first = [1, 2, 3]
      .toSorted((a, b) =>
        sha256(`${head}\n${sha256(String(a))}`) < sha256(`${head}\n${sha256(String(b))}`) ? -1 : 1,
      )
      .slice(0, 2)
    expect(given).toEqual(base.map((units, at) => units + (first.includes(at + 1) ? quantity('10') : 0n)))
    expect(sum(given)).toBe(quantity('600'))
  })

  it('adds up, never exceeds what was asked, and depends on no order', async () => {
    const steps = fc.array(fc.bigInt({ min: 1n, max: 400n }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(steps, fc.bigInt({ min: 1n, max: 3000n }), fc.nat(), async (wanted, offered, turn) => {
        const step = quantity('10')
        const applications = applicationsOf(wanted.map((count) => count * step))
        const number = (offered * step) as Quantity
        const rows = await allot({ number, step }, applications, head, sha256)
        const total = sum(applications.map(({ asked }) => asked))
        expect(sum(rows.map(({ allotted }) => allotted))).toBe(total <= number ? total : number)
        for (const { asked, allotted } of rows) {
          expect(allotted <= asked && allotted % step === 0n).toBe(true)
          // Each is at most one step from the exact share.
          if (total > number) expect(allotted * total <= asked * number + step * total).toBe(true)
        }
        const cut = turn % applications.length
        const turned = [...applications.slice(cut), ...applications.slice(0, cut)].reverse()
        expect(await allot({ number, step }, turned, head, sha256)).toEqual(rows)
      }),
      { numRuns: 150 },
    )
  })

  it('is checked from its table, and every change of the table is found', async () => {
    const rows = await allot(terms, applicationsOf(['500', '300', '70'].map(quantity)), head, sha256)
    const table = {
      ...{ id: 1, number: '600', step: '10', head: { minute: 1, symbol: 'BTCUSDT', n: 1, hash: head } },
      ...{ applications: 3, asked: '870' },
      rows: rows.map((row) => ({
        hash: row.hash,
        asked: formatQuantity(row.asked),
        allotted: formatQuantity(row.allotted),
      })),
    }
    const [one, two, three] = table.rows
    if (!one || !two || !three) throw new Error('there are three rows')
    expect(await verifyAllotment(table, head, sha256)).toEqual([])
    const tampered = [
      { ...table, number: '610' },
      { ...table, number: '605' },
      { ...table, step: '0' },
      { ...table, step: '20' },
      { ...table, head: { ...table.head, hash: sha256('other') } },
      { ...table, rows: [one, two] },
      { ...table, applications: 2, rows: [one, two] },
      { ...table, asked: '860' },
      { ...table, rows: [one, one, two, three] },
      { ...table, rows: [{ ...one, allotted: String(Number.parseInt(one.allotted, 10) + 10) }, two, three] },
      { ...table, rows: [{ ...one, asked: '505' }, two, three] },
      { ...table, rows: [{ ...one, asked: '-10' }, two, three] },
      { ...table, rows: [{ ...one, hash: 'x' }, two, three] },
      { ...table, rows: [{ ...one, allotted: 'x' }, two, three] },
    ]
    for (const changed of tampered)
      expect(await verifyAllotment(changed, head, sha256), JSON.stringify(changed)).not.toEqual([])
    expect(await verifyAllotment(table, sha256('other'), sha256)).not.toEqual([])
  })
})

it('an allotment whose further steps went to others than the hashes of the draw name is found, for any recipient', async () => {
  const step = quantity('10')
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 3, max: 12 }), fc.nat(), fc.nat(), async (people, steps, seed) => {
      // All ask for the same: each has the same share, and the hashes of the draw alone decide who gets one step more.
      const asked = (3n * step) as Quantity
      const further = 1 + (steps % (people - 1))
      const number = (BigInt(people) * step + BigInt(further) * step) as Quantity
      const headHash = sha256(`head ${seed}`)
      const hashes = applicationsOf(Array.from({ length: people }, () => asked)).map(({ hash }) => hash)
      const drawn = hashes.toSorted((a, b) =>
        sha256(`${headHash}\n${a}`) < sha256(`${headHash}\n${b}`) ? -1 : 1,
      )
      const rowsFor = (winners: readonly string[]) =>
        hashes.toSorted().map((hash) => ({
          hash,
          asked: '30',
          allotted: winners.includes(hash) ? '20' : '10',
        }))
      const table = {
        ...{ id: 1, number: formatQuantity(number), step: '10', applications: people },
        asked: formatQuantity((asked * BigInt(people)) as Quantity),
        head: { minute: 1, symbol: 'BTCUSDT', n: 1, hash: headHash },
        rows: rowsFor(drawn.slice(0, further)),
      }
      expect(await verifyAllotment(table, headHash, sha256)).toEqual([])
      // The last winner's step goes to the first who drew none; sums and shares stay.
      const swapped = [...drawn.slice(0, further - 1), drawn[further] ?? '']
      const differences = await verifyAllotment({ ...table, rows: rowsFor(swapped) }, headHash, sha256)
      expect(differences.map(({ at }) => at).sort()).toEqual(
        [drawn[further - 1] ?? '', drawn[further] ?? ''].sort(),
      )
      expect(
        await verifyAllotment({ ...table, rows: table.rows.toReversed() }, headHash, sha256),
      ).not.toEqual([])
    }),
    { numRuns: 40 },
  )
})

describe('an issue', () => {
  it('opens funded in its window, closes to the millisecond, and never opens afterwards', () => {
    const { openMs, closeMs } = terms
    const at = (state: IssueState, ms: number, isFunded: boolean) =>
      issueStateAt({ state, openMs, closeMs }, ms, isFunded)
    expect(at('draft', openMs - 1, true)).toBe('draft')
    expect(at('draft', openMs, false)).toBe('draft')
    expect(at('draft', openMs, true)).toBe('open')
    expect(at('draft', closeMs, true)).toBe('draft')
    expect(at('open', closeMs - 1, true)).toBe('open')
    expect(at('open', closeMs, true)).toBe('closed')
    for (const state of ['closed', 'paying', 'over', 'cancelled'] as const)
      expect([at(state, openMs, true), at(state, closeMs, true)]).toEqual([state, state])
    expect((['open', 'closed', 'paying', 'over', 'cancelled'] as const).map(wireStatusOf)).toEqual([
      1, 2, 2, 3, 4,
    ])
  })

  it('rejects fields that contradict each other', () => {
    const termOf = (change: Partial<IssueTerms>) => validateIssue({ ...terms, ...change })?.term ?? null
    expect(termOf({})).toBe(null)
    expect(termOf({ riskSheet: ' ' })).toBe('riskSheet')
    expect(termOf({ price: price('0') })).toBe('price')
    expect(termOf({ number: quantity('605') })).toBe('number')
    expect(termOf({ min: quantity('15') })).toBe('min')
    expect(termOf({ min: quantity('510') })).toBe('min')
    expect(termOf({ max: quantity('610') })).toBe('max')
    expect(termOf({ closeMs: terms.openMs })).toBe('closeMs')
    expect(termOf({ finalDay: '20260601' })).toBe('finalDay')
    expect(termOf({ finalDay: '20260231' })).toBe('finalDay')
  })

  it('changes nothing but a later last day once it is open', () => {
    expect(isLaterEndOnly(terms, { ...terms, finalDay: '20260606' })).toBe(true)
    expect(isLaterEndOnly(terms, { ...terms, finalDay: '20260604' })).toBe(false)
    const changes = {
      price: price('2'),
      max: quantity('400'),
      closeMs: terms.closeMs + 1,
      riskSheet: 'other',
    }
    for (const [key, value] of Object.entries(changes))
      expect(isLaterEndOnly(terms, { ...terms, [key]: value })).toBe(false)
  })

  it('charges the price times the coins, up to four decimals', () => {
    expect(formatUsdt(subscriptionMoney(price('0.33333'), quantity('1')))).toBe('0.3334')
    expect(formatUsdt(subscriptionMoney(price('0.5'), quantity('30')))).toBe('15')
    expect(['10', '500', '510', '15', '0'].map((text) => isAskable(terms, quantity(text)))).toEqual([
      ...[true, true, false, false, false],
    ])
    expect(paymentEndMs('20260605')).toBe(Date.UTC(2026, 5, 5, 23))
  })
})
