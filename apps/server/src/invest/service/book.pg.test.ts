import { dayOf, startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { bookProductToWire } from '@glasshouse/core/invest/products/book/codec'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getInvestBook } from './book.ts'

// The book says before the midnights what each of them will pay; the ledger says afterwards what each paid.

let stage: InvestStage
beforeAll(async () => {
  stage = await investFixture()
})
afterAll(() => stage.close())
beforeEach(async () => {
  // Every test begins at noon of a day whose midnight was run.
  stage.clock.advance(startOfNextDay(stage.clock.business()) + dayMs / 2 - stage.clock.business())
  await stage.midnights.run()
})

const origin = { ip: '127.0.0.1', userAgent: 'test' }
const bookOf = async (product: number) => {
  const book = (await getInvestBook(stage, stage.manager, origin)).map(bookProductToWire)
  const row = book.find(({ id }) => id === product)
  if (row === undefined) throw new Error(`the book has no product ${product}`)
  return row
}
type Due = { readonly daily: string; readonly interest: string; readonly principal: string }

/** What the orders of a product were paid at each midnight of a time: interest and principal that came into wallets. */
const paidOf = async (product: number, fromMs: number, untilMs: number): Promise<readonly Due[]> => {
  const { rows } = await sql<{ at_ms: number; type: number; amount: bigint }>`
    select t.at_ms, e.type, sum(e.amount) as amount
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    join ledger_account a on a.id = e.account_id join invest_order o on o.id = t.cause_id
    where o.product_id = ${product} and a.purpose = 'wallet' and t.at_ms > ${fromMs} and t.at_ms <= ${untilMs}
      and t.cause_kind in ('investAccrued', 'investEnded', 'investRedeemed')
    group by t.at_ms, e.type order by t.at_ms`.execute(stage.database.db)
  const days = new Map<number, { interest: bigint; principal: bigint }>()
  for (const { at_ms, type, amount } of rows) {
    const day = days.get(at_ms) ?? { interest: 0n, principal: 0n }
    days.set(at_ms, day)
    if (type === 21) day.interest += amount
    else if (type === 22) day.principal += amount
    else throw new Error(`an entry of type ${type} in a wallet`)
  }
  return [...days].map(([atMs, { interest, principal }]) => ({
    daily: dayOf(atMs - dayMs),
    interest: formatUsdt(interest),
    principal: formatUsdt(principal),
  }))
}
/** Rows of a book that pay something; a day of nothing need not be there. */
const paying = (due: readonly Due[]) =>
  due.filter(({ interest, principal }) => interest !== '0' || principal !== '0')

const [week, month] = [7, 30]
const cycles = [
  { method: 'fixed', rate: '0.0011', days: week },
  { method: 'compound', rate: '0.0135', days: month },
] as const

describe('the book', () => {
  it('names day by day what thirty midnights pay, of orders bought on different days, also of those asked back', async () => {
    const product = await stage.product({ cycles, redeemfee: '0.4' })
    const savers = await Promise.all(Array.from({ length: 4 }, () => stage.saver('20000')))
    const bought: { uid: number; id: number }[] = []
    for (const [day, amount] of ['100', '2700', '3300', '900', '4100'].entries()) {
      const uid = savers[day % savers.length] ?? 0
      for (const method of ['fixed', 'compound'] as const) {
        const { id } = await stage.buy(uid, product, amount, method)
        bought.push({ uid, id })
      }
      await stage.pass(1)
    }
    // One fixed order and one compound order that accrued are asked back.
    for (const { uid, id } of [bought[0], bought[3]].flatMap((one) => one ?? [])) await stage.redeem(uid, id)
    const fromMs = stage.clock.business()
    const { due, orders } = await bookOf(product)
    expect(orders).toBe(10)
    await stage.pass(30)
    const paid = await paidOf(product, fromMs, fromMs + 30 * dayMs)
    expect(paying(due)).toEqual(paid)
    // Both kinds of payments are among them, on many days.
    expect(paid.length).toBeGreaterThan(8)
    expect(paid.filter(({ principal }) => principal !== '0').length).toBeGreaterThan(5)
    expect(await stage.broken()).toEqual({})
  })

  it('ends thirty days ahead: what falls due later is in none of its days', async () => {
    const product = await stage.product({ cycles: [{ method: 'fixed', rate: '0.02', days: 45 }] })
    await stage.buy(await stage.saver('900'), product, '900')
    const before = await bookOf(product)
    expect(before.due).toHaveLength(30)
    expect(before.due.every(({ principal }) => principal === '0')).toBe(true)
    // A month later the end has come into sight.
    await stage.pass(20)
    const { due } = await bookOf(product)
    expect(due).toHaveLength(25)
    expect(due.at(-1)).toEqual({ ...due.at(-1), principal: '900' })
    await stage.pass(25)
    expect(await bookOf(product)).toMatchObject({ due: [], orders: 0, sold: '0', promised: '0' })
  })

  it('has midnights that passed and were not run yet under their own days', async () => {
    const product = await stage.product({ cycles: [{ method: 'fixed', rate: '0.0011', days: 4 }] })
    await stage.buy(await stage.saver('2700'), product, '2700')
    const boughtDay = dayOf(stage.clock.business())
    const fromMs = stage.clock.business()
    stage.clock.advance(2 * dayMs)
    const { due } = await bookOf(product)
    expect(due.map(({ daily }) => daily)).toEqual(
      Array.from({ length: 4 }, (_, day) => dayOf(fromMs + day * dayMs)),
    )
    expect(due[0]?.daily).toBe(boughtDay)
    await stage.midnights.run()
    await stage.pass(2)
    expect(due).toEqual(await paidOf(product, fromMs, fromMs + 4 * dayMs))
  })

  it('counts of trial funds the interest alone, because the funds go back to the platform', async () => {
    const product = await stage.product({
      type: 'experience',
      cycles: [{ method: 'fixed', rate: '0.0006', days: 3 }],
    })
    const uid = await stage.saver('1')
    await stage.give(uid, 'experience', usdt('550'))
    await stage.buyTrial(uid, product)
    const fromMs = stage.clock.business()
    const { due, sold, promised } = await bookOf(product)
    expect([sold, promised]).toEqual(['550', '0.33'])
    expect(due).toEqual(
      [0, 1, 2].map((day) => ({ daily: dayOf(fromMs + day * dayMs), interest: '0.11', principal: '0' })),
    )
    await stage.pass(3)
    expect(await paidOf(product, fromMs, fromMs + 3 * dayMs)).toEqual(due)
  })

  it('shows sold, promised, reserve and free as the ledger has them after each of many steps', async () => {
    const product = await stage.product({ cycles, reserve: '200' })
    const uid = await stage.saver('9000')
    const expectFunded = async () => {
      const { sold, promised, reserve, free } = await bookOf(product)
      const { rows } = await sql<{ sold: bigint; promised: bigint }>`
        select coalesce(sum(principal), 0) as sold,
          coalesce(sum(promised - case method when 'fixed' then accrued else 0 end), 0) as promised
        from invest_order where product_id = ${product} and state in ('running', 'redeeming')`.execute(
        stage.database.db,
      )
      expect([usdt(sold), usdt(promised)]).toEqual([rows[0]?.sold, rows[0]?.promised])
      expect(usdt(reserve)).toBe(await stage.reserveOf(product))
      expect(usdt(free)).toBe(usdt(reserve) - usdt(promised))
    }
    await expectFunded()
    const { id } = await stage.buy(uid, product, '3300', 'compound')
    await expectFunded()
    await stage.buy(uid, product, '2700')
    await expectFunded()
    await stage.pass(3)
    await expectFunded()
    await stage.redeem(uid, id)
    await expectFunded()
    await stage.pass(1)
    await expectFunded()
    await stage.pass(3)
    await expectFunded()
    // What the compound order was promised and gave up is free again.
    expect((await bookOf(product)).promised).toBe('0')
  })

  it('is read by staff alone, and each reading is in the audit log with who read it', async () => {
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from staff_audit
        where action = 'investBook' and staff_id = ${stage.manager.id} and ip = ${origin.ip}`.execute(
        stage.database.db,
      )
      return rows[0]?.count ?? 0
    }
    const before = await count()
    await getInvestBook(stage, stage.manager, origin)
    await getInvestBook(stage, stage.manager, origin)
    expect((await count()) - before).toBe(2)
  })

  it('never shows less than nothing as free, where an operator took money past the floor', async () => {
    const product = await stage.product({ reserve: '2.97' })
    await stage.buy(await stage.saver('2700'), product, '2700')
    await sql`update invest_product set promised = promised + 100 where id = ${product}`.execute(
      stage.database.db,
    )
    expect(await bookOf(product)).toMatchObject({ promised: '2.970001', reserve: '2.97', free: '0' })
    const names = Object.keys(await stage.broken())
    expect(names).toHaveLength(2)
    await sql`update invest_product set promised = promised - 100 where id = ${product}`.execute(
      stage.database.db,
    )
    expect(await stage.broken()).toEqual({})
  })
})
