import { DomainError } from '@glasshouse/core/errors/registry'
import { usdt } from '@glasshouse/core/money/units'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { type ContractFixture, contractFixture, withEngine } from '@glasshouse/testkit/contracts'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getBalances } from '../../../ledger/posting/index.ts'
import { transactBatch } from '../../../platform/transactions/index.ts'
import { gatherHouse, getTradingFloor, levelHouse } from '../../../tradingReserve/index.ts'
import { closePosition, placeOrder } from '../../index.ts'
import { customers, houseParts } from './houseParts.fixture.ts'

let stage: ContractFixture
const parts = houseParts(() => stage)
const { settled, twoLevelled, partsOf, depsOf, open, reserves, endPause, level } = parts
beforeEach(async () => {
  stage = await contractFixture()
})
afterEach(async () => {
  await parts.close()
  expect(await stage.broken()).toEqual({})
  await stage.database.drop()
})

/** The same orders, closes and prices on engines that share and on one with the whole reserve. */
const play = async (
  seed: number,
  depsOfCustomer: (uid: number) => Parameters<typeof placeOrder>[0],
  afterEachStep: () => Promise<void>,
): Promise<readonly unknown[]> => {
  const random = seededRandom(seed)
  const outcomes: unknown[] = []
  const openOrders = new Map<number, number>()
  let [bid, ask] = ['65849.99', '65850']
  for (let step = 0; step < 40; step += 1) {
    const uid = random.pick(customers)
    const deps = depsOfCustomer(uid)
    const held = [...openOrders].filter(([, owner]) => owner === uid)
    const outcome = async (): Promise<unknown> => {
      if (held.length > 0 && random.chance(0.5)) {
        const [id] = random.pick(held)
        const order = await closePosition(deps, { uid }, { id, lots: null })
        openOrders.delete(id)
        return [order.profit, order.close_price, order.close_reason]
      }
      const lots = random.whole(1, 400)
      const side = random.chance(0.5) ? 'long' : 'short'
      const command = orderCommand({ price: side === 'long' ? ask : bid, leverage: 20, lots, side })
      const order = await placeOrder(deps, { uid }, command)
      openOrders.set(order.id, uid)
      return order.margin
    }
    outcomes.push(
      await outcome().catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error
        return [error.code, error.data]
      }),
    )
    if (random.chance(0.4)) {
      const whole = random.whole(62_000, 70_000)
      ;[bid, ask] = [`${whole}`, `${whole}.01`]
      stage.markets.set('BTCUSDT', bid, ask)
    }
    await afterEachStep()
  }
  return outcomes
}

describe('refusals and payments', () => {
  it.each([1, 2, 3])(
    'of engines that share are those of one with the whole reserve (seed %d)',
    async (seed) => {
      const scarce = { trading: '30000', insurance: '50' }
      const run = async (isShared: boolean) => {
        await parts.close()
        await stage.database.drop()
        stage = await contractFixture(scarce)
        for (const uid of customers) await stage.give(uid, '20000')
        const both = isShared ? await twoLevelled() : null
        const alone = isShared ? null : await withEngine(stage)
        let gathered = 0
        const outcomes = await play(
          seed,
          (uid) => alone ?? depsOf(uid),
          async () => {
            await alone?.engine.settled()
            if (both === null) return
            await settled()
            if (partsOf(both).includes(null)) gathered += 1
            // The ten seconds are over before the next order.
            await level(both)
          },
        )
        const purses = []
        for (const uid of customers) purses.push((await stage.purses(uid)).slice(0, 3))
        const [debt] = await getBalances(stage.database.db, [
          { owner: 'outside', ownerId: 0, purpose: 'houseDebt', asset: 'USDT' },
        ])
        const figures = { purses, reserves: await reserves(), debt, outcomes }
        expect(await stage.broken()).toEqual({})
        await alone?.engine.close()
        return { figures, gathered }
      }
      const [whole, shared] = [await run(false), await run(true)]
      expect(shared.figures).toEqual(whole.figures)
      expect(shared.gathered).toBeGreaterThan(0)
    },
    60_000,
  )
})

describe('levelling', () => {
  it('that dies at any statement loses nothing, and the next one does it', async () => {
    const both = await twoLevelled()
    await stage.give(1, '1000')
    await open(1, 4)
    const before = await reserves()
    let deaths = 0
    for (let at = 1; at <= 24; at += 1) {
      await endPause()
      // Due again: the exposure is in a part, and one of them lost its funds.
      await sql`update contracts_house_part set until_ms = 0 where part = ${partsOf(both)[1] ?? 0}`.execute(
        stage.database.db,
      )
      const own = partsOf(both)[0] ?? null
      const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
      await levelHouse(stage, at % 3 === 0 ? null : own).catch(() => undefined)
      death.over()
      await drainDeadConnections(stage.database.pool)
      if (death.happened()) deaths += 1
      expect(await reserves()).toEqual(before)
      expect(await stage.broken()).toEqual({})
      await level(both)
    }
    expect(deaths).toBeGreaterThan(12)
  })

  it('happens beside a hundred orders of both engines, and nothing is lost or created', async () => {
    const both = await twoLevelled()
    for (const uid of customers) await stage.give(uid, '10000')
    const levelling = (async () => {
      for (let round = 0; round < 10; round += 1) {
        await endPause()
        if (round % 3 === 0) await transactBatch(stage.database, (tx) => gatherHouse(tx, 1))
        await level(both)
      }
    })()
    const placed = await Promise.allSettled(
      Array.from({ length: 100 }, (_, at) => open(customers[at % customers.length] ?? 1, 1)),
    )
    await levelling
    expect(placed.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await getTradingFloor(stage.database.db, stage.markets)).toBe(usdt('1316.9988'))
    expect(await reserves()).toEqual([usdt('100000'), usdt('5000'), usdt('0.032925') * 100n])
  })
})
