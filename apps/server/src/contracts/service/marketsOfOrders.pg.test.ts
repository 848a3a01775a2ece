import { price } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { platformOf } from '@glasshouse/testkit/platform'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closePosition, placeOrder } from '../index.ts'
import { contractsModule } from '../module.ts'

const { requireMarketsOfOrders } = contractsModule.provides
let stage: ContractFixture
beforeEach(async () => {
  stage = await contractFixture()
  await stage.give(1, '1000')
})
afterEach(() => stage.database.drop())

const warn = vi.fn()
/** Starts with some of the markets in the list. */
const startWith = (mode: 'live' | 'practice', symbols: readonly string[]): Promise<void> => {
  const { settings, database, log } = platformOf(stage.database, stage.clock)
  const products = () => stage.markets.products().filter(({ symbol }) => symbols.includes(symbol))
  return requireMarketsOfOrders({
    settings: { ...settings, MODE: mode },
    database,
    log: { ...log, warn } as unknown as typeof log,
    markets: { product: stage.markets.product, products },
  })
}
const buy = (symbol: string, at: string) =>
  placeOrder(
    stage,
    { uid: 1 },
    {
      ...plainOrder,
      pid: stage.markets.productNamed(symbol)?.pid ?? 0,
      ...{ lots: 1, leverage: 10, kind: 'market', side: 'long', price: price(at) },
    },
  )

it('refuses to start live without a market that has an open position, and says which', async () => {
  const { id } = await buy('ETHUSDT', '2318.41')
  await buy('BTCUSDT', '65850')
  await expect(startWith('live', ['BTCUSDT'])).rejects.toThrow(
    'MARKET_SYMBOLS: ETHUSDT must stay in the list until no position is open and no order rests there',
  )
  await startWith('live', ['BTCUSDT', 'ETHUSDT'])
  await closePosition(stage, { uid: 1 }, { id, lots: null })
  await startWith('live', ['BTCUSDT'])
})

it('warns in practice mode', async () => {
  await buy('ETHUSDT', '2318.41')
  await startWith('practice', ['BTCUSDT'])
  expect(warn).toHaveBeenCalledWith({ symbols: ['ETHUSDT'] }, expect.stringContaining('stand still'))
})
