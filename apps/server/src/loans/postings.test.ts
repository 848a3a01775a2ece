import { type Rate, redemptionAmounts } from '@glasshouse/core/invest/rules'
import { journal } from '@glasshouse/core/ledger/journal'
import { type Owed, settleFromCollateral, splitPayment, totalOwed } from '@glasshouse/core/loans/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import { movementsOf } from '@glasshouse/testkit/movements'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loanPaidOutPosting, loanRepaidPosting, loanSeizedPosting, loanShortfallPosting } from './postings.ts'

const loan = { id: 4, uid: 10_001 }
const [wallet, held] = ['customer/10001/wallet/USDT', 'customer/10001/principal/USDT']
const [lent, fees, insurance] = ['house/loans/USDT', 'house/fees/USDT', 'house/insurance/USDT']
const amounts = fc.bigInt({ min: 1n, max: 10n ** 14n }) as fc.Arbitrary<Usdt>

it('a loan repaid in any parts brings back what was lent, and its interest as fees', () => {
  fc.assert(
    fc.property(amounts, amounts, fc.array(amounts, { maxLength: 6 }), (principal, interest, parts) => {
      let left: Owed = { principal, interest }
      const story = [loanPaidOutPosting(loan, principal)]
      for (const part of [...parts, totalOwed(left)]) {
        const paid = splitPayment(left, part)
        if (totalOwed(paid) === 0n) continue
        story.push(loanRepaidPosting(loan, story.length, paid))
        left = {
          principal: (left.principal - paid.principal) as Usdt,
          interest: (left.interest - paid.interest) as Usdt,
        }
      }
      const { kinds, moved } = movementsOf(story, wallet, lent)
      expect(new Set(kinds)).toEqual(new Set(['accepted']))
      expect([wallet, lent, fees].map(moved)).toEqual([-interest, 0n, interest])
    }),
  )
})

it('seizing moves every unit of an order once: fee, interest, principal, and the rest to the customer', () => {
  const orders = fc.record({
    method: fc.constantFrom('fixed', 'compound'),
    principal: fc.bigInt({ min: 10n ** 6n, max: 10n ** 14n }) as fc.Arbitrary<Usdt>,
    accrued: fc.bigInt({ min: 0n, max: 10n ** 6n - 1n }) as fc.Arbitrary<Usdt>,
    share: fc.bigInt({ min: 0n, max: 10n ** 8n }) as fc.Arbitrary<Rate>,
  })
  fc.assert(
    fc.property(orders, amounts, amounts, ({ principal, ...order }, owed, interest) => {
      const back = redemptionAmounts({ ...order, principal } as Parameters<typeof redemptionAmounts>[0])
      const security = [{ id: 7, value: back.principal }]
      const { seizures, left } = settleFromCollateral(security, { principal: owed, interest })
      const [seized] = seizures
      if (seized === undefined) throw new Error('an order with a value is seized')
      const source = { id: 7, uid: 10_001, productId: 3, principal }
      const story = [loanSeizedPosting(4, source, back, seized)]
      const short = totalOwed(left)
      const whole = short === 0n ? story : [...story, loanShortfallPosting(4, left.principal || short)]
      const { kinds, moved } = movementsOf(whole, held, 'house/interest:3/USDT', insurance)
      expect(new Set(kinds)).toEqual(new Set(['accepted']))
      expect(moved(held)).toBe(-principal)
      expect(moved(wallet)).toBe(back.interest + seized.surplus)
      expect(moved('house/interest:3/USDT')).toBe(principal - back.principal - back.interest)
      expect(moved(fees)).toBe(seized.interest)
      expect(moved(lent) + moved(insurance)).toBe(seized.principal)
    }),
  )
})

it('counts each payment of a loan once, and each order it takes once', () => {
  const paid: Owed = { interest: 1n as Usdt, principal: 2n as Usdt }
  const first = loanRepaidPosting(loan, 1, paid)
  const { kinds } = movementsOf([first, first, loanRepaidPosting(loan, 2, paid)], wallet)
  expect(kinds).toEqual(['accepted', 'repeated', 'accepted'])
  expect([loanPaidOutPosting(loan, 5n).key, loanShortfallPosting(4, 5n).key]).toEqual([
    ...['loan-out:4', 'loan-shortfall:4'],
  ])
})

it('writes no line of nothing: a payment of interest alone repays no principal', () => {
  const types = (paid: Owed) => loanRepaidPosting(loan, 1, paid).transfers.map(({ type }) => type)
  expect(types({ interest: 1n as Usdt, principal: 0n as Usdt })).toEqual([journal.loanInterest])
  expect(types({ interest: 0n as Usdt, principal: 1n as Usdt })).toEqual([journal.loanRepaid])
})
