import { usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payIncome } from './index.fixture.ts'
import { type InviterChain, openReferralStage, type ReferralStage } from './referral.fixture.ts'
import { leaveReferrer } from './service/leave.ts'

// Two clients with three inviters each buy, redeem and leave on random days, beside a book that is kept day by day in whole
// units and shares no rule with the product. Every row of every promise and every wallet is compared each day.

let stage: ReferralStage
beforeAll(async () => {
  stage = await openReferralStage(payIncome)
  await stage.fund('100000')
})
afterAll(() => stage.close())

const monthMax = usdt('1.5')
const percents = [
  [30n, 10n],
  [10n, 6n],
  [5n, 4n],
] as const

type Share = {
  readonly promised: bigint
  readonly first: bigint
  accrued: bigint
  takenBack: bigint
  paid: bigint
  firstPaid: bigint
  returned: bigint
  state: 'running' | 'over'
}
type Order = {
  readonly id: number
  readonly client: number
  readonly principal: bigint
  readonly isRedeemable: boolean
  days: number
  interest: bigint
  state: 'running' | 'redeeming' | 'finished'
  readonly shares: readonly Share[]
}
type Person = { readonly chain: InviterChain; hasBought: boolean; hasLeft: boolean }

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('buy' as const),
        who: fc.nat({ max: 1 }),
        hundreds: fc.integer({ min: 1, max: 60 }),
        isRedeemable: fc.boolean(),
      }),
    },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('day' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('redeem' as const), place: fc.nat({ max: 9 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('leave' as const), who: fc.nat({ max: 1 }) }),
    },
  ),
  { minLength: 25, maxLength: 45, size: 'max' },
)

/** yyyymm of an instant at UTC+1. */
const monthOf = (ms: number) => new Date(ms + 3_600_000).toISOString().slice(0, 7)

it('every share, wallet and return is that of a book kept beside it, day by day', async () => {
  let [redeemed, left, capped] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      await stage.passMonth()
      await stage.set('referral_month_max', '1.5')
      const people: Person[] = []
      for (let at = 0; at < 2; at += 1)
        people.push({ chain: await stage.chain('1000000'), hasBought: false, hasLeft: false })
      const orders: Order[] = []
      const wallets = new Map<number, bigint>(
        people.flatMap(({ chain }) => chain.inviters.map((uid) => [uid, 0n])),
      )
      const earned = new Map<string, bigint>()
      const inviterOf = (order: Order, at: number) =>
        people.find(({ chain }) => chain.client === order.client)?.chain.inviters[at] ?? 0
      /** What of an amount fits into the month of an inviter; it is counted there. */
      const fit = (uid: number, month: string, amount: bigint) => {
        const key = `${uid} ${month}`
        const room = monthMax - (earned.get(key) ?? 0n)
        const kept = amount < room ? amount : room
        if (kept < amount) capped += 1
        earned.set(key, (earned.get(key) ?? 0n) + kept)
        return kept
      }
      const pay = (uid: number, amount: bigint) => wallets.set(uid, (wallets.get(uid) ?? 0n) + amount)
      const finish = (share: Share) => {
        share.state = 'over'
        share.returned = share.promised + share.first - (share.accrued - share.takenBack) - share.firstPaid
      }
      const payFirst = (order: Order, month: string) => {
        for (const [at, share] of order.shares.entries()) {
          if (share.state === 'over') continue
          share.firstPaid = fit(inviterOf(order, at), month, share.first)
          pay(inviterOf(order, at), share.firstPaid)
        }
      }
      const buy = async (person: Person, hundreds: number, isRedeemable: boolean) => {
        const principal = BigInt(hundreds) * usdt('100')
        const { client } = person.chain
        const typeid = isRedeemable ? stage.fixed : stage.sure
        const { id } = await stage.buy(client, typeid, String(hundreds * 100))
        const whole = (principal * 11n) / 10_000n
        const shares = person.hasLeft
          ? []
          : percents.map(
              ([income, once]): Share => ({
                promised: (whole * income) / 100n,
                first: person.hasBought ? 0n : (whole * once) / 100n,
                ...{ accrued: 0n, takenBack: 0n, paid: 0n, firstPaid: 0n, returned: 0n, state: 'running' },
              }),
            )
        const order: Order = {
          id,
          client,
          principal,
          isRedeemable,
          days: 0,
          interest: 0n,
          state: 'running',
          shares,
        }
        person.hasBought = true
        orders.push(order)
        if (!isRedeemable) payFirst(order, monthOf(stage.clock.business()))
      }
      const passDay = async () => {
        const ended = monthOf(stage.clock.business())
        await stage.pass(1)
        const begun = monthOf(stage.clock.business())
        const running = orders.filter(({ state }) => state === 'running')
        for (const order of running) {
          const whole = (order.principal * 11n) / 10_000n
          const interest = order.days === 6 ? whole - 6n * (whole / 7n) : whole / 7n
          order.days += 1
          order.interest += interest
          for (const [at, share] of order.shares.entries()) {
            if (share.state === 'over') continue
            const part = (interest * (percents[at]?.[0] ?? 0n)) / 100n
            share.accrued += fit(inviterOf(order, at), ended, part)
          }
        }
        for (const order of running.filter(({ days }) => days === 7)) {
          order.state = 'finished'
          if (order.isRedeemable) payFirst(order, begun)
          for (const share of order.shares) if (share.state === 'running') finish(share)
        }
        for (const order of orders.filter(({ state }) => state === 'redeeming')) {
          order.state = 'finished'
          // The fee is the whole interest: nothing that is unpaid is left.
          for (const share of order.shares) {
            if (share.state === 'over') continue
            share.takenBack = share.accrued - share.paid
            finish(share)
          }
        }
        if (begun === ended) return
        for (const order of orders)
          for (const [at, share] of order.shares.entries()) {
            pay(inviterOf(order, at), share.accrued - share.takenBack - share.paid)
            share.paid = share.accrued - share.takenBack
          }
      }
      for (const step of story) {
        if (step.kind === 'buy') {
          const person = people[step.who]
          const open = orders.filter(
            ({ client, state }) => client === person?.chain.client && state !== 'finished',
          )
          if (person !== undefined && open.length < 8) await buy(person, step.hundreds, step.isRedeemable)
        } else if (step.kind === 'day') await passDay()
        else if (step.kind === 'redeem') {
          const open = orders.filter(
            ({ state, isRedeemable, days }) => state === 'running' && isRedeemable && days > 0,
          )
          const order = open[step.place % Math.max(1, open.length)]
          if (order === undefined) continue
          await stage.redeem(order.client, order.id)
          order.state = 'redeeming'
          redeemed += 1
        } else {
          const person = people[step.who]
          if (person === undefined || person.hasLeft) continue
          await leaveReferrer(stage, person.chain.client)
          person.hasLeft = true
          left += 1
          for (const order of orders)
            if (order.client === person.chain.client)
              for (const share of order.shares) if (share.state === 'running') finish(share)
        }
        for (const order of orders) {
          const stored = await stage.promisesOf(order.id)
          expect(
            stored.map(({ level: _, refusal: __, ...row }) => row),
            JSON.stringify(step),
          ).toEqual(order.shares)
        }
        expect(await stage.wallets([...wallets.keys()])).toEqual([...wallets.values()])
      }
      expect(await stage.broken()).toEqual({})
    }),
    { numRuns: 12 },
  )
  // Stories in which nothing of this happens would show little.
  expect(capped > 0 && redeemed > 0 && left > 0).toBe(true)
}, 240_000)
