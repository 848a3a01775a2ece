import { accountName } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { movementsOf } from '@glasshouse/testkit/movements'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CopyMoney,
  copyEnteredPosting,
  copyFeePosting,
  copyLeftPosting,
  copyRefundedPosting,
  copyRequestedPosting,
  copyRoundingPosting,
  orderBoughtPosting,
} from './postings.ts'

const [wallet, held] = ['customer/10001/wallet/USDT', 'customer/10001/principal/USDT']

describe('an order of a copy product', () => {
  const money: CopyMoney = { id: 8, uid: 10_001, principal: 500n }
  const pool = 'customer/1001/contract/USDT'
  const asked = copyRequestedPosting(money)
  it('that is refunded before its dealing costs nothing', () => {
    const { moved } = movementsOf([asked, copyRefundedPosting(money)], wallet)
    expect([moved(wallet), moved(held)]).toEqual([0n, 0n])
  })
  it('enters the pool whole, pays the lead out of the pool alone, and leaves with what is its own', () => {
    const fee = { account: 1001, leadUid: 10_002, day: 20270131, amount: 12n }
    const story = [
      ...[asked, copyEnteredPosting(money, 1001), copyFeePosting(money, fee)],
      copyLeftPosting(money, 1001, { principal: 480n, income: 0n }),
      copyRoundingPosting({ productId: 3, account: 1001, atMs: 1 }, 8n),
    ]
    const { kinds, moved, lines } = movementsOf(story, wallet)
    expect(new Set(kinds)).toEqual(new Set(['accepted']))
    expect([wallet, held, pool].map(moved)).toEqual([-20n, 0n, 0n])
    expect([moved('customer/10002/wallet/USDT'), moved('house/rounding/USDT')]).toEqual([12n, 8n])
    expect(lines.filter(({ type }) => type === journal.investmentIncome)).toEqual([])
  })
  it('cannot pay out what the pool does not hold', () => {
    const left = copyLeftPosting(money, 1001, { principal: 500n, income: 1n })
    expect(movementsOf([asked, copyEnteredPosting(money, 1001), left], wallet).kinds.at(-1)).toBe('short')
  })
  it('tells income apart from the money put in', () => {
    const { transfers } = copyLeftPosting(money, 1001, { principal: 500n, income: 40n })
    expect(transfers.map(({ amount, type }) => [amount, type])).toEqual([
      [500n, journal.principalReturned],
      [40n, journal.investmentIncome],
    ])
  })
  it('has one fee a dealing, one entry and one exit', () => {
    const fee = (day: number) => copyFeePosting(money, { account: 1001, leadUid: 2, day, amount: 1n }).key
    expect([fee(20270131), fee(20270131), fee(20270302)]).toEqual([
      ...['copy-fee:8:20270131', 'copy-fee:8:20270131', 'copy-fee:8:20270302'],
    ])
    const keys = [asked, copyRefundedPosting(money), copyEnteredPosting(money, 1001)].map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
  })
})

// The tables of movements of the product specification, sections 5 and 6: cause, key, and each from → to with its type.
describe('the entries of each event', () => {
  const money: CopyMoney = { id: 8, uid: 10_001, principal: 500n }
  const bought = { id: 5, uid: 10_001 }
  const pool = 'customer/1001/contract/USDT'
  const lead = 'customer/10002/wallet/USDT'
  const fee = { account: 1001, leadUid: 10_002, day: 20270131, amount: 12n }
  const dust = { productId: 3, account: 1001, atMs: 1_799_967_600_000 }
  type Line = readonly [from: string, to: string, amount: bigint, type: number]
  const cases: readonly (readonly [
    name: string,
    transaction: LedgerTransaction,
    cause: string,
    id: number,
    key: string,
    lines: readonly Line[],
  ])[] = [
    [
      'bought with own money',
      orderBoughtPosting({ ...bought, principal: 270n, credit: 0n }),
      ...(['investBought', 5, 'invest-bought:5'] as const),
      [[wallet, held, 270n, 20]],
    ],
    [
      'bought with trial funds',
      orderBoughtPosting({ ...bought, principal: 0n, credit: 550n }),
      ...(['investBought', 5, 'invest-bought:5'] as const),
      [['customer/10001/experience/USDT', 'customer/10001/experiencePrincipal/USDT', 550n, 20]],
    ],
    [
      'a place in a pool asked for',
      copyRequestedPosting(money),
      ...(['copyAsked', 8, 'copy-asked:8'] as const),
      [[wallet, held, 500n, 20]],
    ],
    [
      'refunded before the dealing',
      copyRefundedPosting(money),
      ...(['copyRefunded', 8, 'copy-refunded:8'] as const),
      [[held, wallet, 500n, 22]],
    ],
    [
      'entered at the dealing',
      copyEnteredPosting(money, 1001),
      ...(['copyEntered', 8, 'copy-entered:8'] as const),
      [[held, pool, 500n, 20]],
    ],
    [
      'the performance fee of a day',
      copyFeePosting(money, fee),
      ...(['copyFee', 8, 'copy-fee:8:20270131'] as const),
      [[pool, lead, 12n, 25]],
    ],
    [
      'left with a loss',
      copyLeftPosting(money, 1001, { principal: 480n, income: 0n }),
      ...(['copyLeft', 8, 'copy-left:8'] as const),
      [[pool, wallet, 480n, 22]],
    ],
    [
      'left with a profit',
      copyLeftPosting(money, 1001, { principal: 500n, income: 40n }),
      ...(['copyLeft', 8, 'copy-left:8'] as const),
      [
        [pool, wallet, 500n, 22],
        [pool, wallet, 40n, 21],
      ],
    ],
    [
      'what the last unit leaves',
      copyRoundingPosting(dust, 3n),
      ...(['copyRounding', 3, 'copy-rounding:3:1799967600000'] as const),
      [[pool, 'house/rounding/USDT', 3n, 91]],
    ],
  ]
  it.each(cases)('are those of the specification: %s', (_, transaction, cause, id, key, lines) => {
    expect(transaction.cause).toEqual({ kind: cause, id })
    expect(transaction.key).toBe(key)
    expect(
      transaction.transfers.map(({ from, to, amount, type }) => [
        accountName(from),
        accountName(to),
        amount,
        type,
      ]),
    ).toEqual(lines)
  })

  it('never move nothing: an order that is worth nothing leaves without an entry', () => {
    const { transfers } = copyLeftPosting(money, 1001, { principal: 0n, income: 0n })
    expect(transfers).toEqual([])
    for (const [name, { transfers: moved }] of cases)
      expect(
        moved.every(({ amount }) => amount > 0n),
        name,
      ).toBe(true)
  })

  it('are one transaction a key, and no two events share one', () => {
    const keys = cases.map(([, { key }]) => key)
    const events = new Set(cases.map(([, , cause, id]) => `${cause} ${id}`))
    expect(new Set(keys).size).toBe(events.size)
  })
})

describe('a random story of one pool', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 6 })
  const shares = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 6 })

  it('pays out what came in and was won, and any repeat of it moves nothing', () => {
    fc.assert(
      fc.property(amounts, shares, fc.integer({ min: 0, max: 50 }), (put, cuts, feePercent) => {
        const orders = put.map((principal, at): CopyMoney => ({ id: 100 + at, uid: 20_001 + at, principal }))
        const wallets = orders.map(({ uid }) => `customer/${uid}/wallet/USDT`)
        const pool = 'customer/1001/contract/USDT'
        const enter = orders.flatMap((order) => [
          copyRequestedPosting(order),
          copyEnteredPosting(order, 1001),
        ])
        // Each leaves with a share of what it put in; the lead takes a fee of the rest; the platform what is left.
        const paid = orders.map(({ principal }, at) => (principal * BigInt(cuts[at] ?? 0)) / 100n)
        const fees = orders.map(
          ({ principal }, at) => ((principal - (paid[at] ?? 0n)) * BigInt(feePercent)) / 100n,
        )
        const leave = orders.flatMap((order, at) => [
          ...((fees[at] ?? 0n) > 0n
            ? [
                copyFeePosting(order, {
                  account: 1001,
                  leadUid: 30_000,
                  day: 20270131,
                  amount: fees[at] ?? 0n,
                }),
              ]
            : []),
          ...((paid[at] ?? 0n) > 0n
            ? [copyLeftPosting(order, 1001, { principal: paid[at] ?? 0n, income: 0n })]
            : []),
        ])
        const [all, out, taken] = [put, paid, fees].map((list) => list.reduce((sum, one) => sum + one, 0n))
        const left = (all ?? 0n) - (out ?? 0n) - (taken ?? 0n)
        const end = left > 0n ? [copyRoundingPosting({ productId: 3, account: 1001, atMs: 5 }, left)] : []
        const story = [...enter, ...leave, ...end]
        const once = movementsOf(story, ...wallets)
        expect(once.kinds.every((kind) => kind === 'accepted')).toBe(true)
        for (const [at, one] of orders.entries()) {
          expect(once.moved(`customer/${one.uid}/wallet/USDT`)).toBe((paid[at] ?? 0n) - one.principal)
          expect(once.moved(`customer/${one.uid}/principal/USDT`)).toBe(0n)
        }
        expect(once.moved(pool)).toBe(0n)
        expect(once.moved('customer/30000/wallet/USDT')).toBe(taken)
        // Every posting a second time, in any order behind the first: nothing moves.
        const twice = movementsOf([...story, ...story.toReversed()], ...wallets)
        expect(twice.kinds.slice(story.length).every((kind) => kind === 'repeated')).toBe(true)
        expect(twice.lines).toEqual(once.lines)
      }),
      { numRuns: 60 },
    )
  })
})
