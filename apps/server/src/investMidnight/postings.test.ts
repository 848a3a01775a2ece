import {
  accruals,
  type InterestTerms,
  type Rate,
  redemptionAmounts,
  totalInterest,
} from '@glasshouse/core/invest/rules'
import { journal } from '@glasshouse/core/ledger/journal'
import type { Usdt } from '@glasshouse/core/money/units'
import { movementsOf } from '@glasshouse/testkit/movements'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderBoughtPosting } from '../invest/index.fixture.ts'
import { interestPaidPosting, type OrderMoney, orderEndedPosting, orderRedeemedPosting } from './postings.ts'

const [wallet, held] = ['customer/10001/wallet/USDT', 'customer/10001/principal/USDT']
const [experience, trial] = ['customer/10001/experience/USDT', 'customer/10001/experiencePrincipal/USDT']
const [reserve, marketing] = ['house/interest:3/USDT', 'house/marketing/USDT']
const orderOf = (principal: bigint, credit = 0n): OrderMoney => ({
  ...{ id: 5, uid: 10_001, product_id: 3, principal, credit },
})
const terms: fc.Arbitrary<InterestTerms> = fc.record({
  method: fc.constantFrom('fixed', 'compound'),
  principal: fc.bigInt({ min: 1n, max: 10n ** 15n }) as fc.Arbitrary<Usdt>,
  // Every day of a fixed order earns at least a unit: what earns nothing is not posted.
  rate: fc.bigInt({ min: 10n ** 7n, max: 10n ** 8n }) as fc.Arbitrary<Rate>,
  days: fc.integer({ min: 1, max: 30 }),
})
/** Interest that a fixed order was paid until a day; a compound one is paid at its end. */
const paidDays = (one: InterestTerms, order: OrderMoney, until: number) =>
  one.method === 'compound'
    ? []
    : accruals(one)
        .slice(0, until)
        .flatMap((interest, at) =>
          interest > 0n ? [interestPaidPosting(order, 20270101 + at, interest)] : [],
        )

describe('an order', () => {
  it('kept to its end pays exactly what was promised out of its own reserve, and holds nothing', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const order = orderOf(one.principal)
        const promised = totalInterest(one)
        const atEnd = one.method === 'compound' ? promised : 0n
        const story = [
          ...[orderBoughtPosting(order), ...paidDays(one, order, one.days)],
          orderEndedPosting(order, atEnd, false),
        ]
        const { kinds, moved } = movementsOf(story, wallet, reserve)
        expect(new Set(kinds)).toEqual(new Set(['accepted']))
        expect([moved(wallet), moved(reserve), moved(held)]).toEqual([promised, -promised, 0n])
      }),
      { numRuns: 40 },
    )
  })

  it('redeemed early returns what was put in plus interest less fee; the fee stays in the reserve', () => {
    const cases = fc.record({ one: terms, at: fc.nat(), share: fc.bigInt({ min: 0n, max: 10n ** 8n }) })
    fc.assert(
      fc.property(cases, ({ one, at, share }) => {
        const order = orderOf(one.principal)
        const day = at % (one.days + 1)
        const accrued = accruals(one)
          .slice(0, day)
          .reduce((sum, interest) => sum + interest, 0n) as Usdt
        // A fee can be above the principal only where a rate pays it several times over.
        if (accrued >= one.principal) return
        const back = redemptionAmounts({ ...one, accrued, share: share as Rate })
        const story = [
          ...[orderBoughtPosting(order), ...paidDays(one, order, day)],
          orderRedeemedPosting(order, back),
        ]
        const { kinds, moved } = movementsOf(story, wallet, reserve)
        expect(new Set(kinds)).toEqual(new Set(['accepted']))
        expect([moved(wallet), moved(held)]).toEqual([accrued - back.fee, 0n])
        expect(moved(reserve)).toBe(back.fee - accrued)
      }),
      { numRuns: 40 },
    )
  })

  it('of trial funds never brings its principal into the wallet, only its interest', () => {
    const order = orderOf(0n, 100n)
    const ended = movementsOf(
      [
        orderBoughtPosting(order),
        interestPaidPosting(order, 20270101, 7n),
        orderEndedPosting(order, 0n, false),
      ],
      ...[experience, reserve],
    )
    expect([wallet, experience, trial, marketing].map(ended.moved)).toEqual([7n, -100n, 0n, 100n])
    const back = { fee: 7n as Usdt, interest: 0n as Usdt, principal: 93n as Usdt }
    const redeemed = movementsOf([orderBoughtPosting(order), orderRedeemedPosting(order, back)], experience)
    expect([wallet, experience, trial, marketing].map(redeemed.moved)).toEqual([0n, -100n, 0n, 93n])
    expect(redeemed.moved(reserve)).toBe(7n)
  })

  it('is bought, ended and redeemed once, and paid once a day', () => {
    const order = orderOf(100n)
    const back = { fee: 1n as Usdt, interest: 0n as Usdt, principal: 99n as Usdt }
    const once = [
      ...[orderBoughtPosting(order), interestPaidPosting(order, 20270101, 1n)],
      ...[orderEndedPosting(order, 1n, false)],
    ]
    const { kinds } = movementsOf(
      [...once, ...once, orderRedeemedPosting(order, back)],
      wallet,
      reserve,
      held,
    )
    expect(kinds).toEqual([...Array(3).fill('accepted'), ...Array(3).fill('repeated'), 'accepted'])
    const days = [20270101, 20270102].map((day) => interestPaidPosting(order, day, 1n).key)
    expect(new Set(days).size).toBe(2)
    for (const { cause } of once) expect(cause.id).toBe(5)
  })

  it('names each movement in the journal', () => {
    const order = orderOf(100n)
    const back = { fee: 1n as Usdt, interest: 4n as Usdt, principal: 99n as Usdt }
    const { lines } = movementsOf(
      [orderBoughtPosting(order), orderRedeemedPosting(order, back)],
      wallet,
      reserve,
    )
    expect(
      lines.filter(({ account }) => account === wallet).map(({ type, amount }) => [type, amount]),
    ).toEqual([
      [journal.investmentBought, -100n],
      [journal.investmentIncome, 4n],
      [journal.principalReturned, 99n],
    ])
  })
})
