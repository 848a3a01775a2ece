import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fundReserve } from '../ledger/posting/index.ts'
import { transact } from '../platform/transactions/index.ts'

// Random lives of three savers and one product beside a model that shares no rule with it: the model decides whether a
// purchase or a redemption is possible, and what every wallet, hold and reserve has afterwards.

const [whole, feeShare] = [100_000_000n, 33_333_333n]
/** The two cycles: their rates for the whole cycle, in units of 1e-8, and days. */
const cycles = {
  fixed: { rate: 410_000n, days: 7 },
  compound: { rate: 770_000n, days: 10 },
} as const
type Method = keyof typeof cycles
const redeemableAfter = 2
const quota = usdt('6000')

type ModelOrder = {
  readonly who: number
  readonly method: Method
  readonly principal: bigint
  /** Interest of each day, decided at the purchase. */
  readonly interest: readonly bigint[]
  accrued: number
  state: 'running' | 'redeeming' | 'over'
}

const interestOf = (method: Method, principal: bigint): readonly bigint[] => {
  const { rate, days } = cycles[method]
  const n = BigInt(days)
  if (method === 'fixed') {
    const each = (principal * rate) / whole / n
    return Array.from({ length: days }, (_, at) =>
      at < days - 1 ? each : (principal * rate) / whole - each * (n - 1n),
    )
  }
  const daily: bigint[] = []
  for (let money = principal; daily.length < days; money += daily.at(-1) ?? 0n)
    daily.push((money * rate) / (n * whole))
  return daily
}
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n)

/** The product and its savers as they should be. */
const createModel = (start: bigint, funded: bigint) => {
  const wallets = [start, start, start]
  const orders: ModelOrder[] = []
  let reserve = funded
  const pay = (who: number, amount: bigint): void => {
    wallets[who] = (wallets[who] ?? 0n) + amount
  }
  const open = () => orders.filter(({ state }) => state !== 'over')
  /** Promised interest that the reserve still has to pay. */
  const owed = () =>
    sum(
      open().map(({ method, interest, accrued }) =>
        sum(method === 'fixed' ? interest.slice(accrued) : interest),
      ),
    )
  const held = (who: number) => sum(open().flatMap((order) => (order.who === who ? [order.principal] : [])))
  const midnight = (order: ModelOrder): void => {
    const earned = sum(order.interest.slice(0, order.accrued))
    if (order.state === 'redeeming') {
      // A third of what accrued, up to the unit, stays with the product.
      const fee = (earned * feeShare + whole - 1n) / whole
      const interest = order.method === 'fixed' ? 0n : earned
      pay(order.who, order.principal + interest - fee)
      reserve += fee - interest
      order.state = 'over'
      return
    }
    const today = order.interest[order.accrued] ?? 0n
    order.accrued += 1
    const isLast = order.accrued === order.interest.length
    if (isLast) order.state = 'over'
    const interest = order.method === 'fixed' ? today : isLast ? earned + today : 0n
    reserve -= interest
    pay(order.who, interest + (isLast ? order.principal : 0n))
  }
  return {
    orders,
    wallet: (who: number) => wallets[who] ?? 0n,
    held,
    reserve: () => reserve,
    sold: () => sum(open().map(({ principal }) => principal)),
    owed,
    fund: (amount: bigint) => {
      reserve += amount
    },
    buy: (who: number, method: Method, principal: bigint): boolean => {
      const interest = interestOf(method, principal)
      const isPossible =
        open().filter((order) => order.who === who).length < 10 &&
        principal <= (wallets[who] ?? 0n) &&
        sum(interest) + owed() <= reserve &&
        sum(open().map((order) => order.principal)) + principal <= quota
      if (!isPossible) return false
      pay(who, -principal)
      orders.push({ who, method, principal, interest, accrued: 0, state: 'running' })
      return true
    },
    redeem: (order: ModelOrder | undefined): boolean => {
      if (order?.state !== 'running' || order.accrued < redeemableAfter) return false
      order.state = 'redeeming'
      return true
    },
    pass: (days: number) => {
      for (let day = 0; day < days; day += 1) for (const order of open()) midnight(order)
    },
  }
}

const who = fc.nat({ max: 2 })
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        ...{ kind: fc.constant('buy' as const), who },
        method: fc.constantFrom<Method>('fixed', 'compound'),
        hundreds: fc.integer({ min: 1, max: 12 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('redeem' as const), who, place: fc.nat() }) },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 4 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('fund' as const),
        units: fc.bigInt({ min: 1n, max: usdt('9') }),
      }),
    },
  ),
  { minLength: 25, maxLength: 45, size: 'max' },
)

let stage: InvestStage
beforeAll(async () => {
  stage = await investFixture()
})
afterAll(() => stage.close())

const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

it('a product and its savers hold what a model of them holds, whatever is bought, redeemed, passed and funded', async () => {
  let [bought, refused, redeemed, funds] = [0, 0, 0, 0]
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const start = usdt('2500')
      const uids = await Promise.all([0, 1, 2].map(() => stage.saver('2500')))
      const product = await stage.product({
        cycles: (['fixed', 'compound'] as const).map((method) => ({
          ...{ method, rate: method === 'fixed' ? '0.0041' : '0.0077', days: cycles[method].days },
        })),
        ...{ reserve: '12', quota: '6000', redeemdays: redeemableAfter, redeemfee: '0.33333333' },
      })
      const model = createModel(start, usdt('12'))
      const ids: number[] = []
      const compare = async (what: string) => {
        const { rows } = await sql<{ sold: bigint; promised: bigint }>`
          select sold, promised from invest_product where id = ${product}`.execute(stage.database.db)
        const found = {
          product: rows[0],
          reserve: await stage.reserveOf(product),
          wallets: await Promise.all(uids.map((uid) => stage.account(uid, 'wallet'))),
          held: await Promise.all(uids.map((uid) => stage.account(uid, 'principal'))),
        }
        expect(found, what).toEqual({
          product: { sold: model.sold(), promised: model.owed() },
          reserve: model.reserve(),
          wallets: [0, 1, 2].map(model.wallet),
          held: [0, 1, 2].map(model.held),
        })
      }
      for (const step of story) {
        if (step.kind === 'buy') {
          const principal = BigInt(step.hundreds) * usdt('100')
          const isPossible = model.buy(step.who, step.method, principal)
          const order = await stage
            .buy(uids[step.who] ?? 0, product, String(step.hundreds * 100), step.method)
            .catch(() => null)
          expect(order !== null, JSON.stringify(step)).toBe(isPossible)
          if (order === null) refused += 1
          else {
            ids.push(order.id)
            bought += 1
          }
        } else if (step.kind === 'redeem') {
          // Mostly an own order that runs, sometimes one that is over or another customer’s.
          const own = model.orders.flatMap((order, place) =>
            order.who === step.who && order.state === 'running' ? [place] : [],
          )
          const places = own.length === 0 || step.place % 4 === 0 ? ids.map((_, place) => place) : own
          const at = places[step.place % Math.max(1, places.length)] ?? 0
          const order = model.orders[at]
          const isOwn = order?.who === step.who
          const isPossible = isOwn && model.redeem(order)
          expect(await isDone(stage.redeem(uids[step.who] ?? 0, ids[at] ?? 999_999))).toBe(isPossible)
          if (isPossible) redeemed += 1
        } else if (step.kind === 'pass') {
          await stage.pass(step.days)
          model.pass(step.days)
        } else {
          funds += 1
          const cause = { kind: 'test', id: 5_000_000 + funds } as const
          await transact(stage.database.db, (tx) =>
            fundReserve(tx, 1, `interest:${product}`, step.units as Usdt, cause),
          )
          model.fund(step.units)
        }
        await compare(JSON.stringify(step, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
      }
      expect(await stage.broken()).toEqual({})
      await stage.pass(11)
      model.pass(11)
      await compare('the end')
      // Every order is over, and what savers gained the reserve lost.
      expect([model.sold(), model.owed()]).toEqual([0n, 0n])
      expect(await stage.broken()).toEqual({})
      const { rows } = await sql<{ state: string }>`
        select state from invest_order where product_id = ${product} order by id`.execute(stage.database.db)
      expect(rows.every(({ state }) => state === 'ended' || state === 'redeemed')).toBe(true)
    }),
    { numRuns: 6, endOnFailure: true },
  )
  // Stories in which nothing is refused or redeemed would show little.
  expect(bought > 10 && refused > 3 && redeemed > 8, `${bought} ${refused} ${redeemed}`).toBe(true)
})
