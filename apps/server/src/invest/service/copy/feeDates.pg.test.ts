import { dayMs } from '@glasshouse/core/calendar/durations'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dealCopyProducts } from './dealing.ts'

// Around the dates at which a performance fee falls due: who tries to pay none, to pay later, or to be paid twice.

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())
beforeEach(() => stage.markets.set('BTCUSDT', '63999.99', '64000'))

type Step = { readonly feeUnits: bigint; readonly fee: bigint; readonly mark: bigint; readonly units: bigint }
/** Fees of an order at each dealing, oldest first, with the mark that its copy part has now. */
const stepsOf = async (orderId: number) => {
  const { rows } = await sql<{
    fee_units: bigint
    fee: bigint
    units_before: bigint
    units_after: bigint
    exit_price: bigint
    entry_price: bigint
    put_in: bigint
    levy: bigint
    exit_reason: string | null
  }>`select o.*, d.exit_price, d.entry_price from invest_dealing_order o join invest_dealing d using (product_id, at_ms)
    where o.order_id = ${orderId} order by o.at_ms`.execute(stage.database.db)
  return rows
}
/** Fees in units by the sentence of the specification, in fractions of whole numbers: never of the same profit twice. */
const expectedFees = async (orderId: number, isDue: (dealing: number) => boolean, percent: bigint) => {
  let mark = 0n
  const expected: Step[] = []
  const steps = await stepsOf(orderId)
  for (const [at, step] of steps.entries()) {
    if (at === 0) {
      mark = step.entry_price
      expected.push({ feeUnits: 0n, fee: 0n, mark, units: step.units_after })
      continue
    }
    const gain = step.exit_price - mark
    const [over, under] = [step.units_before * gain * percent, step.exit_price * 100n]
    const feeUnits = isDue(at) && gain > 0n ? (over + under - 1n) / under : 0n
    if (isDue(at) && gain > 0n) mark = step.exit_price
    const units = step.exit_reason === null ? step.units_before - feeUnits : 0n
    expected.push({ feeUnits, fee: (feeUnits * step.exit_price) / 1_000_000_000n, mark, units })
  }
  return { steps, expected }
}
const checkFees = async (orderId: number, isDue: (dealing: number) => boolean, percent: bigint) => {
  const { steps, expected } = await expectedFees(orderId, isDue, percent)
  expect(steps.map((one) => [one.fee_units, one.fee, one.units_after])).toEqual(
    expected.map((one) => [one.feeUnits, one.fee, one.units]),
  )
  const { rows } = await sql<{ mark: bigint; fees_paid: bigint }>`
    select high_water_mark as mark, fees_paid from invest_copy where order_id = ${orderId}`.execute(
    stage.database.db,
  )
  const levies = steps.reduce((sum, { levy }) => sum + levy, 0n)
  expect(rows[0]?.fees_paid).toBe(expected.reduce((sum, { fee }) => sum + fee, 0n) + levies)
  // An order that left keeps the mark with which it came to its last dealing.
  if (steps.at(-1)?.exit_reason === null) expect(rows[0]?.mark).toBe(expected.at(-1)?.mark)
  return expected.reduce((sum, { fee }) => sum + fee, 0n)
}
const earnedBy = (lead: number) => stage.account(lead, 'wallet')
/** A pool in whose market the lead holds a long position of half the equity, and one who stays in it for good. */
const trading = async (terms: Readonly<Record<string, string | number>>) => {
  const lead = await stage.lead('10000')
  const product = await stage.copyProduct(lead, { copystop: '95', ...terms })
  const stayer = await stage.saver('5000')
  const stays = await stage.ask(stayer, product, '5000', 95)
  await stage.deal()
  await stage.open(lead, 1, 80)
  return { lead, product, stays }
}
const at = (price: number) => stage.markets.set('BTCUSDT', String(price), `${price}.01`)

describe('a lead', () => {
  it('is paid at the end of each period alone, of profit above the highest price that was settled', async () => {
    const { lead, product, stays } = await trading({ freezedate: 2, leadfee: '25' })
    // Dealings 1, 2, … after the entry; every second one ends a period.
    const isDue = (dealing: number) => dealing % 2 === 0
    const prices = [66_000, 67_000, 69_000, 65_000, 66_500, 66_900, 67_000, 67_100, 72_000, 71_000]
    let earned = 0n
    for (const [day, price] of prices.entries()) {
      at(price)
      await stage.deal()
      const total = await checkFees(stays, isDue, 25n)
      expect(await earnedBy(lead)).toBe(total)
      // Days 2 and 10 are above every price that was settled before; 8 is by so little that closing costs more.
      if (day + 1 === 2 || day + 1 === 10) expect(total, `day ${day + 1}`).toBeGreaterThan(earned)
      if (day + 1 !== 2 && day + 1 !== 8 && day + 1 !== 10) expect(total, `day ${day + 1}`).toBe(earned)
      earned = total
    }
    expect((await stage.order(await ownerOf(stays), stays)).fee).toBe('0')
    expect(await poolUnitsOf(product)).toBe((await stepsOf(stays)).at(-1)?.units_after)
    expect(await stage.broken()).toEqual({})
  })

  it('who runs the same dealing again and again, also at another midnight of the past, is paid once', async () => {
    const { lead, stays } = await trading({ freezedate: 1, leadfee: '30' })
    at(67_000)
    await stage.deal()
    const earned = await earnedBy(lead)
    expect(earned).toBe(await checkFees(stays, () => true, 30n))
    const midnight = Math.floor((stage.clock.business() + 3_600_000) / dayMs) * dayMs - 3_600_000
    for (const back of [0, 0, 1, 2])
      await dealCopyProducts(stage, { atMs: midnight - back * dayMs, day: '', isLast: true })
    expect(await earnedBy(lead)).toBe(earned)
    // A day later at the same price there is no new profit: the period ends and nothing is paid.
    await stage.deal()
    expect(await earnedBy(lead)).toBe(earned)
    at(60_000)
    await stage.deal()
    at(66_900)
    await stage.deal()
    // The loss is made up, not exceeded.
    expect(await earnedBy(lead)).toBe(earned)
    at(70_000)
    await stage.deal()
    expect(await earnedBy(lead)).toBe(await checkFees(stays, () => true, 30n))
    expect(await earnedBy(lead)).toBeGreaterThan(earned)
    expect(await stage.broken()).toEqual({})
  })

  it('who raises the fee takes nothing more of those who entered before', async () => {
    const { lead, product, stays } = await trading({ freezedate: 1, leadfee: '10' })
    await sql`update invest_pool set lead_fee_ppm = 300000 where product_id = ${product}`.execute(
      stage.database.db,
    )
    const late = await stage.saver('1000')
    const entered = await stage.ask(late, product, '1000', 95)
    at(66_000)
    await stage.deal()
    at(68_000)
    await stage.deal()
    const old = await checkFees(stays, () => true, 10n)
    const fresh = await checkFees(entered, () => true, 30n)
    expect(await earnedBy(lead)).toBe(old + fresh)
    expect([old > 0n, fresh > 0n]).toEqual([true, true])
  })
})

const ownerOf = async (orderId: number): Promise<number> => {
  const { rows } = await sql<{ uid: number }>`select uid from invest_order where id = ${orderId}`.execute(
    stage.database.db,
  )
  return rows[0]?.uid ?? 0
}
const poolUnitsOf = async (product: number): Promise<bigint> => {
  const { rows } = await sql<{ units: bigint }>`
    select units from invest_pool where product_id = ${product}`.execute(stage.database.db)
  return rows[0]?.units ?? 0n
}
/** What a follower has: the wallet, what waits, and the value of the units. */
const fortuneOf = async (uid: number): Promise<bigint> => {
  const orders = await stage.orders(uid)
  const value = orders.reduce(
    (sum, { state, value: worth }) => sum + (state === 'running' ? usdt(worth ?? '0') : 0n),
    0n,
  )
  return (await stage.account(uid, 'wallet')) + (await stage.account(uid, 'principal')) + value
}

describe('a follower', () => {
  /** Two who begin alike; one stays, the other one leaves at a dealing and asks for a place again with all of it. */
  const twins = async (terms: Readonly<Record<string, string | number>>) => {
    const pool = await trading(terms)
    const [patient, restless] = [await stage.saver('1000'), await stage.saver('1000')]
    await stage.ask(patient, pool.product, '1000', 95)
    const first = await stage.ask(restless, pool.product, '1000', 95)
    await stage.deal()
    return { ...pool, patient, restless, first }
  }

  it('who leaves just before the fee is due and comes back at once pays it all the same, and the way out and in', async () => {
    const { product, patient, restless, first } = await twins({
      ...{ freezedate: 4, leadfee: '20', exitlevy: '0' },
    })
    at(67_000)
    await stage.deal()
    await stage.deal()
    // The fee falls due at the fourth dealing; the restless one leaves at the third.
    await stage.end(restless, first, 'now')
    await stage.deal()
    const left = await stage.order(restless, first)
    expect(left.state).toBe('ended')
    expect(usdt(left.fee)).toBeGreaterThan(0n)
    await stage.ask(restless, product, '1000', 95)
    await stage.deal()
    // Both have paid the fee of the same profit now; the restless one also closed and opened.
    expect(await fortuneOf(restless)).toBeLessThan(await fortuneOf(patient))
    expect((await fortuneOf(patient)) - (await fortuneOf(restless))).toBeLessThan(usdt('5'))
    expect(await stage.broken()).toEqual({})
  })

  longIt(
    'who comes back after a loss begins with a lower mark, so that leaving never saves a fee',
    async () => {
      const { product, patient, restless, first } = await twins({
        ...{ freezedate: 30, leadfee: '20', exitlevy: '0' },
      })
      at(58_000)
      await stage.end(restless, first, 'now')
      await stage.deal()
      const back = await stage.account(restless, 'wallet')
      const hundreds = (back / usdt('100')) * usdt('100')
      const again = await stage.ask(restless, product, String(hundreds / 100_000_000n), 95)
      await stage.deal()
      at(63_500)
      await stage.deal()
      // Both are back near where they began: the patient one has no profit, the restless one has one since the return.
      expect(usdt((await stage.order(restless, again)).profit)).toBeGreaterThan(0n)
      for (const uid of [patient, restless])
        for (const { id, state } of await stage.orders(uid))
          if (state === 'running') await stage.end(uid, id, 'now')
      await stage.deal()
      const feeOf = async (uid: number) =>
        (await stage.orders(uid)).reduce((sum, { fee }) => sum + usdt(fee), 0n)
      expect(await feeOf(patient)).toBe(0n)
      expect(await feeOf(restless)).toBeGreaterThan(0n)
      expect(await fortuneOf(restless)).toBeLessThan(await fortuneOf(patient))
      expect(await stage.broken()).toEqual({})
    },
  )

  longIt(
    'who announces the end of the period and stays to it pays the fee once, there, and no levy',
    async () => {
      const { restless, first } = await twins({ freezedate: 4, leadfee: '20', exitlevy: '2' })
      at(66_000)
      await stage.end(restless, first, 'period')
      for (let day = 0; day < 3; day += 1) await stage.deal()
      expect(await stage.order(restless, first)).toMatchObject({ state: 'running', fee: '0' })
      await stage.deal()
      const steps = await stepsOf(first)
      expect(steps.map(({ exit_reason }) => exit_reason)).toEqual([null, null, null, null, 'period'])
      expect(steps.map(({ levy }) => levy)).toEqual([0n, 0n, 0n, 0n, 0n])
      await checkFees(first, (dealing) => dealing === 4, 20n)
      expect(await stage.broken()).toEqual({})
    },
  )

  it('who asks to leave now at the end of a period pays one fee and the levy of what is left after it', async () => {
    const { restless, first } = await twins({ freezedate: 2, leadfee: '20', exitlevy: '2' })
    at(67_000)
    await stage.deal()
    // The next dealing is the end of the period and the next dealing point at once.
    await stage.end(restless, first, 'now')
    await stage.deal()
    const last = (await stepsOf(first)).at(-1)
    if (last === undefined) throw new Error('no dealing')
    await checkFees(first, (dealing) => dealing === 2, 20n)
    const worth = ((last.units_before - last.fee_units) * last.exit_price) / 1_000_000_000n
    expect(last.levy).toBe((worth * 20_000n + 999_999n) / 1_000_000n)
    expect(await stage.order(restless, first)).toMatchObject({ state: 'ended' })
    expect(await stage.account(restless, 'wallet')).toBe((worth - last.levy) as Usdt)
    expect(await expectDomainError(stage.end(restless, first, 'now'))).toMatchObject({
      data: { reason: 'finished' },
    })
    expect(await stage.broken()).toEqual({})
  })
})
