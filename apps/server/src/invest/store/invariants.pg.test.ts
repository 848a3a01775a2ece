import { usdt } from '@glasshouse/core/money/units'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { plantForALook } from '@glasshouse/testkit/plantRows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasWealthProduct } from '../index.fixture.ts'

let stage: InvestStage
let uid = 0
/** A compound order that ended (1), a fixed one that was redeemed (2), and a fixed one that runs with one accrual (3). */
beforeAll(async () => {
  stage = await investFixture()
  const product = await stage.product({
    cycles: [
      { method: 'fixed', rate: '0.0011', days: 7 },
      { method: 'compound', rate: '0.0012', days: 2 },
    ],
    reserve: '5',
  })
  uid = await stage.saver('1000')
  await stage.buy(uid, product, '100', 'compound')
  const redeemed = await stage.buy(uid, product, '100')
  await stage.pass(1)
  await stage.redeem(uid, redeemed.id)
  await stage.pass(1)
  await stage.buy(uid, product, '100')
  await stage.pass(1)
})
afterAll(() => stage.close())

const tables = ['invest_order', 'invest_product', 'invest_accrual', 'ledger_transaction']

const held = /^the principal held for every customer/
const funded = /^the interest reserve of every product covers/
const sums = /^what a product has sold and promised/
const accruals = /^the accruals of every order are one a day/
const paid = /^every accrual of a fixed order was paid/
const booked = /^every order was bought by one transaction/
const amounts = /^the entries of every investment order are its amounts/

it('hold before anything is planted', async () => {
  expect(await stage.broken()).toEqual({})
  expect((await stage.orders(uid)).map(({ state }) => state)).toEqual(['ended', 'redeemed', 'running'])
})

it.each([
  ['update invest_order set principal = principal + 1 where id = 3', [held, sums, amounts]],
  ["update invest_order set state = 'running', finished_ms = null where id = 2", [held, sums, booked]],
  ['update invest_product set promised = 500000001', [funded, sums]],
  ['update invest_product set sold = sold + 1', [sums]],
  ['update invest_accrual set amount = amount + 1 where order_id = 3', [accruals, paid, amounts]],
  ['update invest_accrual set amount = amount + 1 where order_id = 1 and number = 1', [accruals]],
  ['delete from invest_accrual where order_id = 1 and number = 2', [accruals]],
  ['insert into invest_accrual values (3, 20270101, 2, 5)', [accruals, paid]],
  ['insert into invest_accrual values (77, 20270101, 1, 5)', [accruals]],
  ['update invest_order set promised = promised + 1 where id = 1', [accruals]],
  [
    "update ledger_transaction set key = 'gone' where cause_kind = 'investAccrued' and cause_id = 3",
    [paid, amounts],
  ],
  [
    "update ledger_transaction set cause_id = 77 where cause_kind = 'investBought' and cause_id = 3",
    [booked, amounts],
  ],
  ['update invest_order set payout = payout + 1 where id = 1', [booked]],
  ['update invest_order set fee = fee + 1 where id = 2', [amounts]],
  ["update invest_order set state = 'redeemed' where id = 1", [booked]],
] as const)('find what was planted: %s', (statement, expected) =>
  plantForALook(stage.database.url, tables, statement, async () => {
    const found = Object.keys(await stage.broken())
    expect(found).toHaveLength(expected.length)
    for (const [at, name] of expected.entries()) expect(found[at]).toMatch(name)
  }),
)

it('the database itself refuses a second accrual of a day, a negative promise and a second trial order', async () => {
  const tried = (statement: string) => stage.database.pool.query(statement)
  const day = `insert into invest_accrual select order_id, day, 9, amount from invest_accrual limit 1`
  await expect(tried(day)).rejects.toMatchObject({ code: '23505' })
  await expect(tried('update invest_product set promised = -1')).rejects.toMatchObject({ code: '23514' })
  await expect(tried('update invest_order set accrued = promised + 1 where id = 3')).rejects.toMatchObject({
    code: '23514',
  })
})

it('a wealth product is one with own money that is past its first midnight, until it is settled', async () => {
  const has = (who: number) => hasWealthProduct(stage, stage.database.db, who)
  expect(await has(uid)).toBe(true)
  const product = await stage.product()
  const other = await stage.saver('100')
  const { id } = await stage.buy(other, product, '100')
  expect(await has(other)).toBe(false)
  await stage.pass(1)
  expect(await has(other)).toBe(true)
  await stage.redeem(other, id)
  expect(await has(other)).toBe(true)
  await stage.pass(1)
  expect(await has(other)).toBe(false)
  const trial = await stage.product({ type: 'experience' })
  await stage.give(other, 'experience', usdt('100'))
  await stage.buyTrial(other, trial)
  await stage.pass(1)
  expect(await has(other)).toBe(false)
})
