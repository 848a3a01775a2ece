import { createHash } from 'node:crypto'
import { dayOf } from '@glasshouse/core/calendar/days'
import { usdt } from '@glasshouse/core/money/units'
import { orderStatuses } from '@glasshouse/core/subscription/rules'
import { caseStride } from '@glasshouse/testkit/cases'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayMs, openSubscriptionStage, type SubscriptionStage } from './subscription.fixture.ts'

// Issues live their lives with four customers who ask, withdraw, pay or forget on random days, beside a book that shares
// no rule with the product: it counts in steps of ten coins and draws with slips of paper.

let stage: SubscriptionStage
beforeAll(async () => {
  stage = await openSubscriptionStage()
})
afterAll(() => stage.database.drop())

const offered = 60
/** What steps of ten coins at 0.333333 cost: ten thousandths of a USDT, up. */
const costOf = (steps: number): bigint => ((BigInt(steps) * 333_333n + 9n) / 10n) * 10_000n
const coinsOf = (steps: number): bigint => BigInt(steps) * usdt('10')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Entry = {
  readonly id: number
  readonly who: number
  readonly steps: number
  given: number | null
  state: keyof typeof orderStatuses
  reason: string | undefined
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('ask' as const),
        who: fc.nat({ max: 3 }),
        steps: fc.integer({ min: 1, max: 50 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), who: fc.nat({ max: 3 }) }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('pay' as const), who: fc.nat({ max: 3 }) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('close' as const),
        approves: fc.constantFrom(true, true, false),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('day' as const), days: fc.integer({ min: 1, max: 4 }) }),
    },
  ),
  { minLength: 16, maxLength: 26, size: 'max' },
)

/** Gives whole steps in proportion, and the rest by slips: one step each, never more than what was asked. */
const handOut = (orders: readonly Entry[], head: string): void => {
  const total = orders.reduce((sum, one) => sum + one.steps, 0)
  for (const one of orders)
    one.given = total <= offered ? one.steps : Math.floor((one.steps * offered) / total)
  let left = Math.min(total, offered) - orders.reduce((sum, one) => sum + (one.given ?? 0), 0)
  const slips = orders
    .map((one) => ({ one, slip: sha256(`${head}\n${sha256(String(one.id))}`) }))
    .sort((a, b) => (a.slip < b.slip ? -1 : 1))
  for (const { one } of slips) {
    if (left === 0) break
    if ((one.given ?? 0) >= one.steps) continue
    one.given = (one.given ?? 0) + 1
    left -= 1
  }
  for (const one of orders) {
    one.state = one.given === 0 ? 'cancelled' : 'toPay'
    one.reason = one.given === 0 ? 'notAllotted' : undefined
  }
}

it('every application, share, wallet and reserve is that of a book kept beside it', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const people = await Promise.all(['1000', '1000', '40', '0.5'].map((amount) => stage.applicant(amount)))
      const wallets = ['1000', '1000', '40', '0.5'].map((amount): bigint => usdt(amount))
      const coins = [0n, 0n, 0n, 0n]
      /** Issues of this story with their applications; the last one may be open. */
      const issues: { id: number; endMs: number; state: string; reserve: bigint; orders: Entry[] }[] = []
      const current = () => {
        const last = issues.at(-1)
        return last?.state === 'open' ? last : undefined
      }
      const openNext = async () => {
        const finalDay = dayOf(stage.clock.business() + 4 * dayMs)
        const { id } = await stage.save({ finaltime: finalDay, price: '0.333333' })
        await stage.fund(id, '600')
        const start = new Date(stage.clock.business() + 4 * dayMs + 3_600_000)
        const endMs =
          Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + 1) - 3_600_000
        issues.push({ id, endMs, state: 'open', reserve: coinsOf(offered), orders: [] })
      }
      const newestOf = (who: number) =>
        issues
          .flatMap((issue) => issue.orders.map((order) => ({ issue, order })))
          .filter(({ order }) => order.who === who)
          .at(-1)
      const endIssues = () => {
        for (const issue of issues) {
          if (issue.state !== 'paying' || stage.clock.business() < issue.endMs) continue
          issue.state = 'over'
          for (const order of issue.orders)
            if (order.state === 'toPay') {
              order.state = 'cancelled'
              order.reason = 'unpaid'
            }
        }
      }
      const ask = async (who: number, count: number) => {
        if (current() === undefined) await openNext()
        const issue = current()
        if (issue === undefined) throw new Error('an issue was opened')
        const isFirst = issue.orders.every((order) => order.who !== who)
        const made = await stage.buy(people[who] ?? 0, String(count * 10)).catch(() => null)
        expect(made !== null).toBe(isFirst)
        if (made === null) return
        issue.orders.push({
          id: made.id,
          who,
          steps: count,
          given: null,
          state: 'confirming',
          reason: undefined,
        })
      }
      const withdraw = async (who: number) => {
        const found = newestOf(who)
        if (found === undefined) return
        const { order } = found
        const isPossible = order.state === 'confirming' || order.state === 'toPay'
        const done = await stage.cancel(people[who] ?? 0, order.id).catch(() => null)
        expect(done !== null).toBe(isPossible)
        if (!isPossible) return
        order.state = 'cancelled'
        order.reason = 'withdrawn'
      }
      const pay = async (who: number) => {
        const found = newestOf(who)
        if (found === undefined) return
        const { issue, order } = found
        const cost = costOf(order.given ?? 0)
        const isPossible =
          order.state === 'toPay' && stage.clock.business() < issue.endMs && (wallets[who] ?? 0n) >= cost
        const done = await stage.pay(people[who] ?? 0, order.id).catch(() => null)
        expect(done !== null).toBe(isPossible)
        if (!isPossible) return
        order.state = 'completed'
        wallets[who] = (wallets[who] ?? 0n) - cost
        coins[who] = (coins[who] ?? 0n) + coinsOf(order.given ?? 0)
        issue.reserve -= coinsOf(order.given ?? 0)
      }
      const closeIssue = async (approves: boolean) => {
        const issue = current()
        if (issue === undefined) return
        await stage.close()
        await stage.runMidnights()
        endIssues()
        await stage.decide(issue.id, approves ? 'approve' : 'reject')
        const standing = issue.orders.filter(({ state }) => state === 'confirming')
        issue.state = approves ? 'paying' : 'cancelled'
        if (approves) handOut(standing, 'ab'.repeat(32))
        else
          for (const order of standing) {
            order.state = 'cancelled'
            order.reason = 'issueCancelled'
          }
      }
      const compare = async (step: unknown) => {
        for (const [who, uid] of people.entries()) {
          expect(await stage.held(uid, 'contract'), JSON.stringify(step)).toBe(wallets[who])
          expect(await stage.coins(uid)).toBe(coins[who])
          const shown = (await stage.ordersOf(uid)).rows.map((row) => [
            ...[row.id, row.status, row.reason, usdt(row.asked), usdt(row.amout), usdt(row.money)],
          ])
          const own = issues.flatMap(({ orders }) => orders).filter((order) => order.who === who)
          const expected = own.map((order) => [
            ...[order.id, orderStatuses[order.state], order.reason, coinsOf(order.steps)],
            ...[coinsOf(order.given ?? order.steps), costOf(order.given ?? order.steps)],
          ])
          expect(shown).toEqual(expected.toReversed().slice(0, 10))
        }
        for (const issue of issues) expect(await stage.reserveCoins(issue.id)).toBe(issue.reserve)
      }
      for (const step of story) {
        if (step.kind === 'ask') await ask(step.who, step.steps)
        else if (step.kind === 'withdraw') await withdraw(step.who)
        else if (step.kind === 'pay') await pay(step.who)
        else if (step.kind === 'close') await closeIssue(step.approves)
        // A window of a day is not passed over: its close is a step of its own.
        else if (current() === undefined) {
          await stage.pass(step.days)
          endIssues()
        }
        await compare(step)
      }
      await closeIssue(true)
      await stage.pass(6)
      endIssues()
      await compare('the end')
      for (const { orders } of issues)
        for (const { state, reason } of orders)
          seen.set(reason ?? state, (seen.get(reason ?? state) ?? 0) + 1)
      expect(await stage.violated()).toEqual({})
    }),
    { numRuns: caseStride() === 1 ? 24 : 2 },
  )
  // Stories in which none pays or forgets would show little.
  if (caseStride() === 1)
    for (const end of ['completed', 'withdrawn', 'unpaid', 'issueCancelled'])
      expect([end, (seen.get(end) ?? 0) > 0]).toEqual([end, true])
}, 240_000)
