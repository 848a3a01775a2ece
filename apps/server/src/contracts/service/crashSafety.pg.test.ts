import { price, usdt } from '@glasshouse/core/money/units'
import { caseStride, killPoints } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePosition, listOrders, placeOrder } from '../index.ts'

let stage: ContractFixture
beforeAll(async () => {
  stage = await contractFixture()
  await stage.give(1, '100')
})
afterAll(() => stage.database.drop())

const open = () =>
  placeOrder(
    stage,
    { uid: 1 },
    { ...plainOrder, leverage: 10, price: price('65850'), pid: 1, lots: 4, kind: 'market', side: 'long' },
  )
const openOrders = async () => {
  const { rows } = await listOrders(
    stage,
    { uid: 1 },
    {
      pid: null,
      wallet: 'contract',
      states: ['open'],
      page: 1,
      pageSize: 10,
      orderBy: 'id',
      direction: 'asc',
    },
  )
  return rows
}
const outcome = (command: Promise<unknown>) =>
  command.then(
    () => 'done',
    () => 'died',
  )

/** More than either command has, so that the end is reached. */
const statements = killPoints(18)

it('an open that dies at any statement happened wholly or not at all', async () => {
  let deaths = 0
  for (const at of statements) {
    const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
    const result = await outcome(open())
    death.over()
    await drainDeadConnections(stage.database.pool)
    if (death.happened()) deaths += 1
    const [order, ...more] = await openOrders()
    expect(more).toEqual([])
    if (result === 'done') expect(order).toBeDefined()
    expect((await stage.purses(1))[1]).toBe(order === undefined ? 0n : usdt('26.34'))
    expect(await stage.broken()).toEqual({})
    if (order !== undefined) await closePosition(stage, { uid: 1 }, { id: order.id, lots: null })
  }
  expect(deaths).toBeGreaterThanOrEqual(12 / caseStride())
})

it('a close that dies at any statement happened wholly or not at all', async () => {
  await stage.give(1, '1000')
  let deaths = 0
  for (const at of statements) {
    const { id } = await open()
    const [, heldBefore] = await stage.purses(1)
    const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'after' : 'before')
    const result = await outcome(closePosition(stage, { uid: 1 }, { id, lots: null }))
    death.over()
    await drainDeadConnections(stage.database.pool)
    if (death.happened()) deaths += 1
    const isOpen = (await openOrders()).length === 1
    if (result === 'done') expect(isOpen).toBe(false)
    expect((await stage.purses(1))[1]).toBe(isOpen ? heldBefore : 0n)
    expect(await stage.broken()).toEqual({})
    if (isOpen) await closePosition(stage, { uid: 1 }, { id, lots: null })
  }
  expect(deaths).toBeGreaterThanOrEqual(12 / caseStride())
})
