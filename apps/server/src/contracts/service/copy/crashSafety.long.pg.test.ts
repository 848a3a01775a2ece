import { price } from '@glasshouse/core/money/units'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePosition } from '../../index.ts'
import { fundWallet, leadOpens, leadUid, newPool, ordersOf } from './copying.fixture.ts'

let stage: EngineFixture
let pools: readonly number[] = []
beforeAll(async () => {
  stage = await withEngine(await contractFixture())
  await fundWallet(stage, leadUid, 'contract2', '5000')
  pools = [await newPool(stage, '5000'), await newPool(stage, '2000')]
})
afterAll(async () => {
  await stage.engine.close()
  await stage.database.drop()
})

/** Orders of the lead and of each pool in a state, which must be as many in each. */
const countIn = async (state: 'open' | 'closed'): Promise<readonly number[]> =>
  Promise.all(
    [leadUid, ...pools].map(
      async (uid) => (await ordersOf(stage, uid)).filter((order) => order.state === state).length,
    ),
  )
const isEven = (counts: readonly number[]): boolean => counts.every((count) => count === counts[0])
const statements = Array.from({ length: 22 }, (_, at) => at + 1)

it('a lead and all copies open and close together or not at all, wherever the connection dies', async () => {
  let deaths = 0
  for (const at of statements) {
    for (const action of ['open', 'close'] as const) {
      const [led] = (await ordersOf(stage, leadUid)).filter(({ state }) => state === 'open')
      const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
      const asked =
        action === 'open'
          ? leadOpens(stage, { lots: 20 })
          : led === undefined
            ? Promise.resolve()
            : closePosition(stage, { uid: leadUid }, { id: led.id, lots: null })
      await asked.catch(() => undefined)
      death.over()
      if (death.happened()) deaths += 1
      await drainDeadConnections(stage.database.pool)
      expect(await countIn('open')).toSatisfy(isEven)
      expect(await countIn('closed')).toSatisfy(isEven)
    }
  }
  expect(await stage.broken()).toEqual({})
  expect(deaths).toBeGreaterThanOrEqual(20)
})

it('a fill and its copies are settled together by the engine that follows one that died in the middle', async () => {
  for (const at of statements) {
    const rests = { kind: 'limit' as const, price: price('60000'), lots: 5, stopLoss: price('59000') }
    const { id } = await leadOpens(stage, rests)
    const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
    stage.markets.set('BTCUSDT', '59999.99', '60000')
    await stage.engine.settled()
    death.over()
    await drainDeadConnections(stage.database.pool)
    await stage.engine.close()
    stage = await withEngine(stage)
    await stage.engine.settled()
    stage.markets.set('BTCUSDT', '59000', '59000.01')
    await stage.engine.settled()
    expect((await ordersOf(stage, leadUid)).find((order) => order.id === id)).toMatchObject({
      state: 'closed',
    })
    expect(await countIn('open')).toSatisfy(isEven)
    expect(await countIn('closed')).toSatisfy(isEven)
    stage.markets.set('BTCUSDT', '65849.99', '65850')
    await stage.engine.settled()
  }
  expect(await stage.broken()).toEqual({})
})
