import { isOwing, type LoanState } from '@glasshouse/core/loans/checks'
import { loanState } from '@glasshouse/core/loans/codec'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getCreditScore, getLoanTerms } from './index.fixture.ts'
import { type LoanStage, openLoanStage } from './loans.fixture.ts'

// A borrower buys, borrows, repays and waits on random days, beside a book in whole units that shares no rule with the
// product. Every figure of the loan, its orders, the wallet and the score is compared each day.

let stage: LoanStage
beforeAll(async () => {
  stage = await openLoanStage()
})
afterAll(() => stage.close())

type Order = {
  readonly id: number
  readonly isFixed: boolean
  readonly principal: bigint
  /** The day at whose midnight it ends. */
  readonly endDay: number
  accrued: bigint
  state: 'free' | 'pledged' | 'seized'
}
type Loan = {
  readonly id: number
  readonly paidDay: number
  readonly days: number
  readonly isAutoRepaid: boolean
  readonly pledged: readonly Order[]
  outstanding: bigint
  interest: bigint
  repaid: bigint
  surplus: bigint
  state: LoanState
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('buy' as const),
        isFixed: fc.boolean(),
        hundreds: fc.integer({ min: 1, max: 20 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('borrow' as const),
        days: fc.constantFrom(7, 14, 30),
        /** Of the limit, in percent. */
        part: fc.integer({ min: 10, max: 100 }),
        isAutoRepaid: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('repay' as const),
        units: fc.bigInt({ min: 1n, max: 10n ** 11n }),
      }),
    },
    {
      weight: 7,
      arbitrary: fc.record({ kind: fc.constant('day' as const), days: fc.integer({ min: 1, max: 4 }) }),
    },
  ),
  { minLength: 14, maxLength: 22, size: 'max' },
)

const up = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor
const worthOf = ({ isFixed, principal, accrued }: Order) => (isFixed ? principal - accrued : principal)
const owedOf = ({ outstanding, interest }: Loan) => outstanding + interest
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/** Takes pledged orders one by one: the smallest that suffices, else the largest, of equal ones the older. */
const seize = (loan: Loan): bigint => {
  let [owed, surplus] = [owedOf(loan), 0n]
  while (owed > 0n) {
    const left = loan.pledged.filter(({ state }) => state === 'pledged')
    if (left.length === 0) break
    const enough = left.filter((order) => worthOf(order) >= owed)
    const wanted = enough.length > 0 ? enough : left
    const best = wanted.reduce((a, b) => {
      const [one, other] = [worthOf(a), worthOf(b)]
      if (one === other) return a.id < b.id ? a : b
      return (enough.length > 0 ? one < other : one > other) ? a : b
    })
    const value = worthOf(best)
    best.state = 'seized'
    const paid = value < owed ? value : owed
    surplus += value - paid
    loan.repaid += paid
    owed -= paid
  }
  for (const order of loan.pledged) if (order.state === 'pledged') order.state = 'free'
  return surplus
}

it('every loan, order, wallet and score is that of a book kept beside it, day by day', async () => {
  const ends = new Map<LoanState, number>()
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const uid = await stage.saver('9000')
      const orders: Order[] = []
      let [wallet, score, day] = [usdt('9000') as bigint, 100, 0]
      let loan = null as Loan | null
      const isOpen = (one: Loan | null): one is Loan => one !== null && isOwing(one.state)
      const end = (one: Loan, state: 'repaid' | 'settled', points: number) => {
        one.state = state
        score = Math.max(0, Math.min(100, score + points))
        ends.set(state, (ends.get(state) ?? 0) + 1)
      }
      const pay = (one: Loan, amount: bigint) => {
        const paid = amount < owedOf(one) ? amount : owedOf(one)
        const toInterest = paid < one.interest ? paid : one.interest
        wallet -= paid
        one.repaid += paid
        one.interest -= toInterest
        one.outstanding -= paid - toInterest
        if (owedOf(one) > 0n) return
        for (const order of one.pledged) order.state = 'free'
        end(one, 'repaid', one.state === 'running' ? 5 : -10)
      }
      const countedFor = (days: number) =>
        orders.filter(({ state, endDay }) => state === 'free' && endDay >= day + days)
      const limitFor = (days: number) => {
        const total = sum(countedFor(days).map(worthOf))
        return ((total * BigInt(score)) / 200n / usdt('10')) * usdt('10')
      }
      const passDay = async () => {
        day += 1
        await stage.pass(1)
        for (const order of orders) {
          if (order.state === 'seized') continue
          if (!order.isFixed) continue
          const daily = (order.principal * 66n) / 10_000n / 60n
          order.accrued += daily
          wallet += daily
        }
        if (!isOpen(loan)) return
        const nights = day - loan.paidDay
        if (nights > 1) loan.interest += up(loan.outstanding * 500n, 1_000_000n)
        if (nights >= loan.days && loan.isAutoRepaid && wallet >= owedOf(loan)) return pay(loan, owedOf(loan))
        const value = sum(loan.pledged.map(worthOf))
        if (nights >= loan.days + 3 || owedOf(loan) * 100n >= value * 80n) {
          const surplus = seize(loan)
          wallet += surplus
          loan.surplus += surplus
          loan.outstanding = 0n
          loan.interest = 0n
          return end(loan, 'settled', -20)
        }
        loan.state = nights >= loan.days ? 'overdue' : 'running'
      }
      const borrow = async (days: number, part: number, isAutoRepaid: boolean) => {
        const limit = limitFor(days)
        const { limit: shown, score: points } = await getLoanTerms(stage, uid, days)
        expect([shown, points]).toEqual([limit, score])
        const amount = ((limit * BigInt(part)) / 100n / usdt('10')) * usdt('10')
        if (isOpen(loan) || amount < usdt('100')) return
        // The reserve of the stage is not the subject.
        if (amount > (await stage.reserveBalance('loans'))) return
        const id = await stage.apply(uid, { amount: amount as Usdt, days, isAutoRepaid })
        await stage.decide(id)
        const pledged: Order[] = []
        for (const order of countedFor(days).sort((a, b) => b.endDay - a.endDay || a.id - b.id)) {
          if (sum(pledged.map(worthOf)) * BigInt(score) >= amount * 200n) break
          pledged.push(order)
        }
        for (const order of pledged) order.state = 'pledged'
        wallet += amount
        loan = {
          ...{ id, paidDay: day, days, isAutoRepaid, pledged, outstanding: amount },
          ...{ interest: up(amount * 500n, 1_000_000n), repaid: 0n, surplus: 0n, state: 'running' },
        }
      }
      const compare = async (step: unknown) => {
        expect(
          await stage.account(uid, 'wallet'),
          JSON.stringify(step, (_, of) => (typeof of === 'bigint' ? String(of) : of)),
        ).toBe(wallet)
        expect((await getCreditScore(stage.database.db, uid)).score).toBe(score)
        if (loan === null) return
        const shown = await stage.loanOf(uid)
        expect([shown.id, loanState(shown)]).toEqual([loan.id, loan.state])
        const figures = [shown.outstanding, shown.interest, shown.repaid, shown.surplus].map(usdt)
        expect(figures).toEqual([loan.outstanding, loan.interest, loan.repaid, loan.surplus])
        const states = new Map(shown.pledged.map((order) => [order.id, order.state]))
        expect(states.size).toBe(loan.pledged.length)
        for (const { id, state } of loan.pledged)
          expect(states.get(id)).toBe(
            state === 'free' || !isOpen(loan) ? (state === 'seized' ? 'seized' : 'released') : state,
          )
        const value = sum(loan.pledged.map(worthOf))
        const ltv = isOpen(loan) ? String(Number(up(owedOf(loan) * 10_000n, value)) / 100) : null
        expect(shown.ltv).toBe(ltv)
      }
      for (const step of story) {
        if (step.kind === 'buy') {
          const amount = BigInt(step.hundreds) * usdt('100')
          if (amount > wallet || orders.filter(({ state }) => state !== 'seized').length >= 8) continue
          const method = step.isFixed ? 'fixed' : 'compound'
          const { id } = await stage.buy(uid, stage.typeid, String(step.hundreds * 100), method)
          wallet -= amount
          orders.push({
            ...{ id, isFixed: step.isFixed, principal: amount, accrued: 0n, state: 'free' },
            endDay: day + (step.isFixed ? 60 : 90),
          })
        } else if (step.kind === 'borrow') await borrow(step.days, step.part, step.isAutoRepaid)
        else if (step.kind === 'repay') {
          if (!isOpen(loan)) continue
          const paid = step.units < owedOf(loan) ? step.units : owedOf(loan)
          const repaid = stage.repay(
            uid,
            loan.id,
            `${step.units / 10n ** 8n}.${String(step.units % 10n ** 8n).padStart(8, '0')}`,
          )
          const isDone = await repaid.then(
            () => true,
            () => false,
          )
          expect(isDone).toBe(wallet >= paid)
          if (isDone) pay(loan, step.units)
        } else
          for (let at = 0; at < step.days && day < 55; at += 1) {
            await passDay()
            await compare(step)
          }
        await compare(step)
      }
      expect(await stage.broken()).toEqual({})
    }),
    { numRuns: 12 },
  )
  // Stories in which no loan ends would show little.
  expect(ends.size).toBeGreaterThan(0)
}, 240_000)
