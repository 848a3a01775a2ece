import type { InvestOrderRow } from '@glasshouse/core/invest/wire'
import { house } from '@glasshouse/core/ledger/chart'
import { isOpenLoan, type Loan } from '@glasshouse/core/loans/codec'
import { totalOwed } from '@glasshouse/core/loans/rules'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getBalances } from '../ledger/posting/index.ts'
import { getLoanTerms } from './index.fixture.ts'
import { type LoanStage, openLoanStage } from './loans.fixture.ts'

// Random lives of three borrowers. Each step is tried wherever it stands: what the pages were told before says whether it is
// done, and every invariant holds after it. In the end all loans and orders are over, and the sums of the platform are those
// of its customers.

let stage: LoanStage
beforeAll(async () => {
  stage = await openLoanStage()
})
afterAll(() => stage.close())

const who = fc.nat({ max: 2 })
const of = <K extends string, T>(kind: K, fields: { [P in keyof T]: fc.Arbitrary<T[P]> }) =>
  fc.record({ kind: fc.constant(kind), who, ...fields })
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: of('buy', {
        method: fc.constantFrom('fixed' as const, 'compound' as const),
        hundreds: fc.integer({ min: 1, max: 20 }),
      }),
    },
    {
      weight: 4,
      arbitrary: of('apply', {
        tens: fc.integer({ min: 5, max: 120 }),
        days: fc.constantFrom(7, 14, 30),
        autorepay: fc.constantFrom(0 as const, 1 as const),
      }),
    },
    { weight: 4, arbitrary: of('decide', { approves: fc.constantFrom(true, true, true, false) }) },
    { weight: 3, arbitrary: of('repay', { tens: fc.integer({ min: 0, max: 150 }) }) },
    { weight: 2, arbitrary: of('redeem', { place: fc.nat({ max: 5 }) }) },
    { weight: 4, arbitrary: of('pass', { days: fc.integer({ min: 1, max: 9 }) }) },
  ),
  { minLength: 20, maxLength: 35, size: 'max' },
)

const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
const isWaiting = (loan: Loan) => loan.state === 'review'
const isOwed = (loan: Loan) => isOpenLoan(loan) && !isWaiting(loan)
const newest = (uid: number) => stage.newestLoan(uid).catch(() => null)

const purposes = ['loans', 'fees', 'insurance'] as const
const reserves = async () => {
  const accounts = [...purposes.map((purpose) => house(purpose)), house(`interest:${stage.typeid}`)]
  return getBalances(stage.database.db, accounts)
}
const [walletOf, principalOf] = (['wallet', 'principal'] as const).map(
  (purpose) => (uid: number) => stage.account(uid, purpose),
) as [(uid: number) => Promise<bigint>, (uid: number) => Promise<bigint>]

it('does what the pages said it would, in any order of steps, and leaves no hold behind', async () => {
  const start = usdt('4000')
  let loans = 0
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const uids = await Promise.all([0, 1, 2].map(() => stage.saver('4000')))
      const before = await reserves()
      // Without orders there is no loan: each begins with some security.
      for (const uid of uids) {
        await stage.buy(uid, stage.typeid, '1000')
        await stage.buy(uid, stage.typeid, '1500', 'compound')
      }
      const perform: { [K in (typeof story)[number]['kind']]: (uid: number, step: never) => Promise<void> } =
        {
          buy: async (uid, { method, hundreds }: { method: 'fixed' | 'compound'; hundreds: number }) => {
            const open = await stage.orders(uid, 0)
            const isPayable = (await walletOf(uid)) >= BigInt(hundreds) * usdt('100')
            const bought = isDone(stage.buy(uid, stage.typeid, String(hundreds * 100), method))
            expect(await bought).toBe(isPayable && open.length < 10)
          },
          apply: async (uid, step: { tens: number; days: number; autorepay: 0 | 1 }) => {
            const amount = (BigInt(step.tens) * usdt('10')) as Usdt
            const terms = await getLoanTerms(stage, uid, step.days)
            const last = await newest(uid)
            const isAllowed =
              (last === null || !isOpenLoan(last)) && amount >= terms.min && amount <= terms.limit
            const asked = stage.apply(uid, { amount, days: step.days, isAutoRepaid: step.autorepay === 1 })
            expect(await isDone(asked)).toBe(isAllowed)
          },
          decide: async (uid, { approves }: { approves: boolean }) => {
            const last = await newest(uid)
            if (last === null || !isWaiting(last)) return
            const { limit } = await getLoanTerms(stage, uid, last.days)
            const decided = stage.decide(last.id, approves ? 'approve' : 'reject')
            const isPossible = !approves || last.amount <= limit
            expect(await isDone(decided)).toBe(isPossible)
            const state = !isPossible ? 'review' : approves ? 'running' : 'rejected'
            expect((await stage.newestLoan(uid)).state).toBe(state)
            if (state === 'running') loans += 1
          },
          repay: async (uid, { tens }: { tens: number }) => {
            const last = await newest(uid)
            const amount = BigInt(tens) * usdt('10')
            const owed = last === null ? 0n : totalOwed(last.owed)
            const wallet = await walletOf(uid)
            const paid = amount < owed ? amount : owed
            const isPossible = last !== null && isOwed(last) && amount > 0n && wallet >= paid
            const repaid = stage.repay(uid, last?.id ?? 999_999, String(tens * 10))
            expect(await isDone(repaid)).toBe(isPossible)
            expect(await walletOf(uid)).toBe(isPossible ? wallet - paid : wallet)
            if (isPossible) expect(isOwed(await stage.newestLoan(uid))).toBe(paid < owed)
          },
          redeem: async (uid, { place }: { place: number }) => {
            const orders: readonly InvestOrderRow[] = await stage.orders(uid)
            const order = orders[place % Math.max(1, orders.length)]
            if (order === undefined) return
            const isPossible =
              order.state === 'running' &&
              order.pledged === null &&
              order.returntime <= stage.clock.business()
            expect(await isDone(stage.redeem(uid, order.id))).toBe(isPossible)
          },
          pass: async (_uid, { days }: { days: number }) => {
            await stage.pass(days)
          },
        }
      for (const step of story) {
        await perform[step.kind](uids[step.who] ?? 0, step as never)
        expect(await stage.broken(), JSON.stringify(step)).toEqual({})
      }
      // A request that still waits is rejected; a loan that is owed is settled from the security 33 days later at most.
      for (const uid of uids) {
        const last = await newest(uid)
        if (last !== null && isWaiting(last)) await stage.decide(last.id, 'reject')
      }
      await stage.pass(95)
      expect(await stage.broken()).toEqual({})
      const after = await reserves()
      const [lent = 0n, fees = 0n, insurance = 0n, interest = 0n] = after.map(
        (amount, at) => amount - (before[at] ?? 0n),
      )
      let gained = 0n
      for (const uid of uids) {
        const last = await newest(uid)
        if (last !== null) expect(isOpenLoan(last)).toBe(false)
        expect(await principalOf(uid)).toBe(0n)
        gained += (await walletOf(uid)) - start
      }
      expect(lent).toBe(0n)
      expect(fees >= 0n && insurance <= 0n).toBe(true)
      expect(gained + fees + insurance + interest).toBe(0n)
    }),
    { numRuns: 5 },
  )
  // Stories without a loan would show little.
  expect(loans).toBeGreaterThan(0)
})
