import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatQuantity,
  formatUsdt,
  type Price,
  price,
  type Quantity,
  quantity,
  type Usdt,
} from '../money/units.ts'
import {
  allot,
  drawOrder,
  type IssueState,
  type IssueTerms,
  isAskable,
  isLaterEndOnly,
  issueStateAt,
  issueStates,
  paymentEndMs,
  reserveCoinsValue,
  shareNow,
  subscriptionMoney,
  validateIssue,
  wholeStepShare,
  wireStatusOf,
} from './rules.ts'
import { verifyAllotment } from './verify.ts'
import type { AllotmentTable } from './wire.ts'

// Allotments beside a clerk who counts in steps, one after the other, and draws with slips of paper: no function of the
// rules is used by the clerk.

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const step = quantity('10')
const inSteps = (count: number): Quantity => (BigInt(count) * step) as Quantity
const head = 'ab'.repeat(32)

/** What each application gets, in steps, by a clerk who hands whole steps out until none is left. */
const clerk = (offered: number, asked: readonly number[], headHash: string): readonly number[] => {
  const total = asked.reduce((sum, one) => sum + one, 0)
  if (total <= offered) return asked
  const given = asked.map((one) => {
    let steps = 0
    // The most whole steps whose part of all that is offered is no more than the part that was asked of all.
    while ((steps + 1) * total <= one * offered) steps += 1
    return steps
  })
  const slips = asked
    .map((_, at) => ({ at, slip: sha256(`${headHash}\n${sha256(String(at + 1))}`) }))
    .sort((a, b) => (a.slip < b.slip ? -1 : 1))
  let left = offered - given.reduce((sum, one) => sum + one, 0)
  for (const { at } of slips) {
    if (left === 0) break
    if ((given[at] ?? 0) >= (asked[at] ?? 0)) continue
    given[at] = (given[at] ?? 0) + 1
    left -= 1
  }
  return given
}

const issues = fc.record({
  offered: fc.integer({ min: 1, max: 120 }),
  asked: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }),
  headHash: fc.nat().map((n) => sha256(`head ${n}`)),
})
const applicationsOf = (asked: readonly number[]) =>
  asked.map((one, at) => ({ hash: sha256(String(at + 1)), asked: inSteps(one) }))
const allotted = async (offered: number, asked: readonly number[], headHash: string) => {
  const rows = await allot({ number: inSteps(offered), step }, applicationsOf(asked), headHash, sha256)
  const of = new Map(rows.map((row) => [row.hash, row.allotted]))
  return asked.map((_, at) => of.get(sha256(String(at + 1))))
}

describe('an allotment', () => {
  it('is that of a clerk who hands out whole steps', async () => {
    await fc.assert(
      fc.asyncProperty(issues, async ({ offered, asked, headHash }) => {
        const given = clerk(offered, asked, headHash)
        expect(await allotted(offered, asked, headHash)).toEqual(given.map(inSteps))
        const total = asked.reduce((sum, one) => sum + one, 0)
        const sum = given.reduce((all, one) => all + one, 0)
        expect(sum).toBe(Math.min(total, offered))
      }),
      { numRuns: 200 },
    )
  })
  it('gives who asks for more no less, but for the one step of the draw', async () => {
    await fc.assert(
      fc.asyncProperty(issues, async ({ offered, asked, headHash }) => {
        const given = await allotted(offered, asked, headHash)
        for (const [a, one] of asked.entries())
          for (const [b, other] of asked.entries())
            if (one >= other) expect((given[a] ?? 0n) + step >= (given[b] ?? 0n)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
  it('with another head changes no one by more than a step', async () => {
    await fc.assert(
      fc.asyncProperty(issues, fc.nat(), async ({ offered, asked, headHash }, other) => {
        const [one, two] = [
          await allotted(offered, asked, headHash),
          await allotted(offered, asked, sha256(`other ${other}`)),
        ]
        for (const [at, amount] of one.entries()) {
          const difference = (amount ?? 0n) - (two[at] ?? 0n)
          expect(difference >= -step && difference <= step).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })
  it('of 600 gives 500, 300 and 70 their 340, 200 and 40, and one step each to two of them', async () => {
    const given = await allotted(60, [50, 30, 7], head)
    const base = ['340', '200', '40'].map(quantity)
    const more = given.map((amount, at) => (amount ?? 0n) - (base[at] ?? 0n))
    expect(more.toSorted()).toEqual([0n, step, step])
    const slips = [1, 2, 3].map((id) => sha256(`${head}\n${sha256(String(id))}`))
    const last = slips.indexOf(slips.toSorted()[2] ?? '')
    expect(more[last]).toBe(0n)
  })
  it('of exactly what is asked, a step less and a step more', async () => {
    expect(await allotted(10, [4, 6], head)).toEqual([4, 6].map(inSteps))
    expect(await allotted(11, [4, 6], head)).toEqual([4, 6].map(inSteps))
    const less = await allotted(9, [4, 6], head)
    expect(less.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)).toBe(inSteps(9))
    expect(await allotted(5, [], head)).toEqual([])
    expect(await allotted(1, [1, 1, 1], head).then((all) => all.filter((one) => one === step))).toHaveLength(
      1,
    )
  })
  it('draws by slips: the order of the slips does not depend on the order of the applications', async () => {
    const hashes = [1, 2, 3, 4, 5].map((id) => sha256(String(id)))
    const names = async (list: readonly string[]) =>
      (await drawOrder(list, head, sha256)).map((at) => list[at])
    expect(await names(hashes.toReversed())).toEqual(await names(hashes))
    expect(await names(hashes)).not.toEqual(
      await drawOrder(hashes, 'cd'.repeat(32), sha256).then((at) => at.map((one) => hashes[one])),
    )
  })
})

describe('a published table', () => {
  const tableOf = async (offered: number, asked: readonly number[]): Promise<AllotmentTable> => {
    const rows = await allot({ number: inSteps(offered), step }, applicationsOf(asked), head, sha256)
    return {
      ...{ id: 2, number: formatQuantity(inSteps(offered)), step: formatQuantity(step) },
      ...{
        applications: asked.length,
        asked: formatQuantity(inSteps(asked.reduce((sum, one) => sum + one, 0))),
      },
      head: { minute: 1, symbol: 'BTCUSDT', n: 7, hash: head },
      rows: rows.map(({ hash, asked: of, allotted: got }) => ({
        ...{ hash, asked: formatQuantity(of), allotted: formatQuantity(got) },
      })),
    }
  }
  const verify = (table: AllotmentTable, headHash = head) => verifyAllotment(table, headHash, sha256)

  it('is sound as it is published, for any issue', async () => {
    await fc.assert(
      fc.asyncProperty(issues, async ({ offered, asked }) => {
        expect(await verify(await tableOf(offered, asked))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
  it('is not sound once any one row, total or figure of it is another', async () => {
    await fc.assert(
      fc.asyncProperty(
        issues.filter(({ asked }) => asked.length > 0),
        fc.nat(),
        fc.constantFrom(
          'allotted',
          'asked',
          'number',
          'applications',
          'total',
          'head',
          'twice',
          'missing',
          'order',
        ),
        async ({ offered, asked }, place, what) => {
          const table = await tableOf(offered, asked)
          const at = place % table.rows.length
          const more = (text: string) => formatQuantity((quantity(text) + step) as Quantity)
          const rows = table.rows.map((row, index) => {
            if (index !== at) return row
            if (what === 'allotted') return { ...row, allotted: more(row.allotted) }
            return what === 'asked' ? { ...row, asked: more(row.asked) } : row
          })
          const spoilt: Record<typeof what, AllotmentTable> = {
            allotted: { ...table, rows },
            asked: { ...table, rows },
            number: { ...table, number: formatQuantity((quantity(table.number) + 1n) as Quantity) },
            applications: { ...table, applications: table.applications + 1 },
            total: { ...table, asked: more(table.asked) },
            head: { ...table, head: { ...table.head, hash: 'cd'.repeat(32) } },
            twice: {
              ...table,
              rows: [...table.rows, table.rows[at] ?? { hash: '', asked: '', allotted: '' }],
            },
            missing: { ...table, rows: table.rows.filter((_, index) => index !== at) },
            order: { ...table, rows: table.rows.toReversed() },
          }
          const found = await verify(spoilt[what])
          if (what === 'order' && table.rows.length === 1) expect(found).toEqual([])
          else expect(found.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 150 },
    )
  })
  it.each([
    ['number', { number: 'much' }],
    ['step', { step: '0' }],
    ['step', { step: '-10' }],
  ])('with a %s that is none is told so, and not computed', async (_, change) => {
    expect(await verify({ ...(await tableOf(5, [3, 4])), ...change })).toEqual([
      { at: 'table', reason: 'number or step is no amount' },
    ])
  })
  it.each(['', 'x', '-10', '10.000000001', '5'])('with an application for %j is told so', async (asked) => {
    const table = await tableOf(5, [3, 4])
    const [first, ...others] = table.rows
    const found = await verify({
      ...table,
      rows: [{ ...first, asked } as AllotmentTable['rows'][0], ...others],
    })
    expect(found[0]?.reason).toBe(`asks for ${asked}, which is not whole steps`)
  })
})

describe('the money of coins', () => {
  it('is the smallest whole ten-thousandth that is no less than price times coins', () => {
    const prices = fc.bigInt({ min: 1n, max: 10n ** 16n }) as fc.Arbitrary<Price>
    const coins = fc.bigInt({ min: 1n, max: 10n ** 14n }) as fc.Arbitrary<Quantity>
    fc.assert(
      fc.property(prices, coins, (at, amount) => {
        const money: bigint = subscriptionMoney(at, amount)
        expect(money % 10_000n).toBe(0n)
        // Prices have nine decimals, coins and money eight.
        expect(money * 10n ** 9n >= at * amount).toBe(true)
        expect((money - 10_000n) * 10n ** 9n < at * amount).toBe(true)
      }),
    )
    const counted = (coins: string, issue: string, market: string | null) =>
      formatUsdt(reserveCoinsValue(quantity(coins), price(issue), market === null ? null : price(market)))
    expect(counted('100', '0.1', '60')).toBe('6000')
    expect(counted('100', '60', '0.1')).toBe('6000')
    expect(counted('100', '0.1', null)).toBe('10')
    const cost = (at: string, coins: string) => formatUsdt(subscriptionMoney(price(at), quantity(coins)))
    expect(cost('0.33333', '1')).toBe('0.3334')
    expect(cost('0.33333', '340')).toBe('113.3322')
    expect(cost('0.000000001', '0.00000001')).toBe('0.0001')
    expect(cost('2', '3')).toBe('6')
  })
})

describe('shares shown before the close', () => {
  it('are those that whole steps would give, rounded down', () => {
    fc.assert(
      fc.property(issues, ({ offered, asked }) => {
        const total = inSteps(asked.reduce((sum, one) => sum + one, 0))
        const number = inSteps(offered)
        const shown = shareNow({ number, asked: total })
        for (const one of asked) {
          const share = wholeStepShare({ number, step }, total, inSteps(one))
          expect(share <= inSteps(one)).toBe(true)
          if (total > number) expect(shown < 10_000n || share === inSteps(one)).toBe(true)
        }
      }),
    )
    expect(shareNow({ number: quantity('600'), asked: quantity('870') })).toBe(6896n)
    expect(shareNow({ number: quantity('600'), asked: quantity('600') })).toBe(10_000n)
    expect(shareNow({ number: quantity('600'), asked: quantity('600.00000001') })).toBe(9999n)
  })
})

describe('the states of an issue', () => {
  const times = { openMs: 1000, closeMs: 2000 }
  it('change by themselves at two instants only, and only where they may', () => {
    for (const state of issueStates)
      for (const isFunded of [false, true])
        for (const nowMs of [0, 999, 1000, 1999, 2000, 5000]) {
          const next = issueStateAt({ ...times, state }, nowMs, isFunded)
          const opens = state === 'draft' && isFunded && nowMs >= 1000 && nowMs < 2000
          const closes = state === 'open' && nowMs >= 2000
          const expected: IssueState = opens ? 'open' : closes ? 'closed' : state
          expect([state, isFunded, nowMs, next]).toEqual([state, isFunded, nowMs, expected])
        }
  })
  it('have four numbers on the wire: closed and paying are one', () => {
    expect((['open', 'closed', 'paying', 'over', 'cancelled'] as const).map(wireStatusOf)).toEqual([
      1, 2, 2, 3, 4,
    ])
  })
  it('end with the last day to pay at midnight UTC+1', () => {
    expect(paymentEndMs('20260622')).toBe(Date.UTC(2026, 5, 22, 23))
    expect(paymentEndMs('20280229')).toBe(Date.UTC(2028, 1, 29, 23))
    for (const day of ['20270229', '20260631', '20261301', '2026062', 'today', ''])
      expect(paymentEndMs(day)).toBeNull()
  })
})

describe('the terms of an issue', () => {
  const sound: IssueTerms = {
    ...{ price: price('0.33333'), number: quantity('600'), step, min: step, max: quantity('500') },
    ...{ openMs: 1, closeMs: Date.UTC(2026, 5, 20), finalDay: '20260622', riskSheet: 'Risk.' },
  }
  const termOf = (change: Partial<IssueTerms>) => validateIssue({ ...sound, ...change })?.term ?? null
  it.each<[string | null, Partial<IssueTerms>]>([
    [null, {}],
    ['riskSheet', { riskSheet: ' \n ' }],
    ['price', { price: 0n as Price }],
    ['number', { number: 0n as Quantity }],
    ['number', { number: quantity('605') }],
    ['min', { min: 0n as Quantity }],
    ['min', { min: quantity('15') }],
    ['min', { min: quantity('510') }],
    [null, { min: quantity('500') }],
    ['max', { max: quantity('505') }],
    ['max', { max: quantity('610') }],
    [null, { max: quantity('600') }],
    ['closeMs', { openMs: Date.UTC(2026, 5, 20) }],
    [null, { openMs: Date.UTC(2026, 5, 20) - 1 }],
    ['finalDay', { closeMs: Date.UTC(2026, 5, 22, 23) }],
    [null, { closeMs: Date.UTC(2026, 5, 22, 23) - 1 }],
    ['finalDay', { finalDay: '20260632' }],
  ])('name %s in case %#', (term, change) => expect(termOf(change)).toBe(term))
  it('name the first field of several, in one order', () => {
    const wrong: readonly (readonly [string, Partial<IssueTerms>])[] = [
      ['riskSheet', { riskSheet: '' }],
      ['price', { price: 0n as Price }],
      ['number', { number: 0n as Quantity }],
      ['min', { min: 0n as Quantity }],
      ['max', { max: quantity('505') }],
      ['closeMs', { closeMs: 0 }],
      ['finalDay', { finalDay: 'never' }],
    ]
    for (const at of wrong.keys()) {
      const change = Object.assign({}, ...wrong.slice(at).map(([, one]) => one))
      expect(termOf(change)).toBe(wrong[at]?.[0])
    }
  })
  it('let everyone ask for whole steps between the limits, found by counting', () => {
    const { min, max } = { min: quantity('20'), max: quantity('50') }
    const allowed = Array.from({ length: 80 }, (_, at) => quantity(String(at))).filter((asked) =>
      isAskable({ step, min, max }, asked),
    )
    expect(allowed.map(formatQuantity)).toEqual(['20', '30', '40', '50'])
    expect(isAskable({ step, min, max }, (quantity('20') + 1n) as Quantity)).toBe(false)
  })
  it('of an issue that opened change in nothing but a later last day', () => {
    const changes: readonly Partial<IssueTerms>[] = [
      { price: price('0.33334') },
      { number: quantity('610') },
      { step: 1n as Quantity },
      { min: quantity('20') },
      { max: quantity('490') },
      { openMs: 2 },
      { closeMs: sound.closeMs + 1 },
      { riskSheet: 'Risk!' },
      { finalDay: '20260621' },
    ]
    for (const change of changes) {
      expect(isLaterEndOnly(sound, { ...sound, ...change })).toBe(false)
      expect(isLaterEndOnly(sound, { ...sound, finalDay: '20260630', ...change })).toBe(false)
    }
    for (const finalDay of ['20260622', '20260623', '20270101'])
      expect(isLaterEndOnly(sound, { ...sound, finalDay })).toBe(true)
  })
})

it('what all pay together is no less than the price of all coins, and less than a step each above it', async () => {
  await fc.assert(
    fc.asyncProperty(
      issues,
      fc.bigInt({ min: 1n, max: 10n ** 12n }) as fc.Arbitrary<Price>,
      async ({ offered, asked, headHash }, at) => {
        const given = (await allotted(offered, asked, headHash)).map((one) => one ?? (0n as Quantity))
        const money = given.reduce<bigint>(
          (sum, one) => sum + (one === 0n ? 0n : subscriptionMoney(at, one)),
          0n,
        )
        const coins = given.reduce<bigint>((sum, one) => sum + one, 0n) as Quantity
        const together: Usdt = coins === 0n ? (0n as Usdt) : subscriptionMoney(at, coins)
        expect(money >= together - 10_000n && money <= together + 10_000n * BigInt(given.length)).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})
