import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, usdt } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { type ManualFeed, manualFeed } from '@glasshouse/testkit/manualFeed'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { platformOf } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { openMarkets } from '../../../markets/index.fixture.ts'
import type { Markets } from '../../../markets/index.ts'
import { openEngine, setTpSl } from '../../index.fixture.ts'
import { type ContractDeps, type Engine, listOrders, orderReceipt, placeOrder } from '../../index.ts'

/** Under which types a customer's journal tells what closing earned or lost. */
const resultTypes = async (uid: number): Promise<readonly number[]> => {
  const { rows } = await sql<{ type: number }>`
    select distinct e.type from ledger_entry as e join ledger_account as a on a.id = e.account_id
    where a.owner = 'customer' and a.owner_id = ${uid} and e.type in (${journal.contractProfit}, ${journal.liquidation})
  `.execute(stage.database.db)
  return rows.map(({ type }) => type)
}

type Watching = ContractDeps & { readonly engine: Engine; readonly markets: Markets }

let stage: ContractFixture
let feed: ManualFeed
let deps: Watching
const symbol = 'BTCUSDT'

/** The real markets with their checks between a feed that says what it is told and the engine. */
const open = async ({ hasBook }: { readonly hasBook: boolean }): Promise<void> => {
  stage = await contractFixture({ trading: '1000000', insurance: '10000' })
  await openMarketsAndEngine(hasBook)
  feed.trade(symbol, '65850')
  if (hasBook) feed.book(symbol, '65849.99', '65850')
}
const openMarketsAndEngine = async (hasBook: boolean): Promise<void> => {
  feed = { ...manualFeed(stage.clock), hasBook }
  const platform = platformOf(stage.database, stage.clock, { MARKET_SYMBOLS: symbol })
  const markets = await openMarkets(platform, feed)
  deps = { ...stage, markets, engine: await openEngine({ ...platform, markets }) }
}
/** Closes them, and opens them on a feed that said nothing yet. */
const restart = async (): Promise<void> => {
  await deps.engine.close()
  await deps.markets.close()
  stage.clock.tick(600_000)
  await openMarketsAndEngine(true)
}
afterEach(async () => {
  await deps.engine.settled()
  expect(await stage.broken()).toEqual({})
  await deps.engine.close()
  await deps.markets.close()
  await stage.database.drop()
})

const place = async (uid: number, change: Partial<PlaceOrderCommand> = {}) => {
  await stage.give(uid, '100')
  const order = await placeOrder(
    deps,
    { uid },
    {
      ...plainOrder,
      leverage: 10,
      price: price('65850'),
      pid: deps.markets.productNamed(symbol)?.pid ?? 0,
      lots: 10,
      kind: 'market',
      side: 'long',
      ...change,
    },
  )
  await deps.engine.settled()
  return order
}
/** A customer with a stop loss, one with a limit order, and one who is liquidated below about 60,000. */
const crowd = async (): Promise<void> => {
  await place(1, { stopLoss: price('65000') })
  await place(2, { kind: 'limit', price: price('64000') })
  await place(3)
}
const states = async () => {
  await deps.engine.settled()
  const asked = {
    states: null,
    pid: null,
    wallet: 'contract',
    page: 1,
    pageSize: 9,
    orderBy: 'id',
    direction: 'asc',
  } as const
  const lists = await Promise.all([1, 2, 3].map((uid) => listOrders(deps, { uid }, asked)))
  return lists.map(({ rows: [row] }) => row?.closeReason ?? row?.state)
}
const untouched = ['open', 'resting', 'open']
const dropped = () => deps.markets.status().symbols[0]?.dropped
/** A book 20 ms after the one before. */
const book = (bid: string, ask: string, changes: Parameters<ManualFeed['book']>[3] = {}) => {
  stage.clock.tick(20)
  feed.book(symbol, bid, ask, changes)
}
const trade = (at: string, changes: Parameters<ManualFeed['trade']>[2] = {}) => {
  stage.clock.tick(20)
  feed.trade(symbol, at, changes)
}

describe('with a book', () => {
  it('what comes late, out of order, from another time or crossed fires nothing', async () => {
    await open({ hasBook: true })
    await crowd()
    book('64999', '64999.01', { sequence: 1 })
    book('64999', '64999.01', { timeMs: stage.clock.now() - 61_000 })
    book('64999.01', '64999')
    expect(dropped()).toMatchObject({ outOfOrder: 1, clockAway: 1, crossed: 1 })
    expect(await states()).toEqual(untouched)
    book('64999', '64999.01')
    expect(await states()).toEqual(['stopLoss', 'resting', 'open'])
  })

  it('the same book again fires nothing twice', async () => {
    await open({ hasBook: true })
    await crowd()
    for (let times = 0; times < 5; times += 1) book('64999', '64999.01', { sequence: 77 })
    expect(await states()).toEqual(['stopLoss', 'resting', 'open'])
    const { events } = await orderReceipt(deps, { uid: 1 }, 1)
    expect(events.filter(({ kind }) => kind === 'closed')).toHaveLength(1)
  })

  it('a spike of −90 % for 100 ms, in book and trades, touches no one', async () => {
    await open({ hasBook: true })
    await crowd()
    book('6584.99', '6585')
    trade('6585')
    stage.clock.tick(60)
    trade('65850')
    book('65849.99', '65850')
    expect(dropped()).toMatchObject({ unconfirmed: 1 })
    expect(await states()).toEqual(untouched)
    expect(await stage.account(3)).toMatchObject({ balance: usdt('99.67075') })
  })

  it('the same with a confirming second book is the market, and no one ends below zero', async () => {
    await open({ hasBook: true })
    await crowd()
    book('6584.99', '6585')
    expect(await states()).toEqual(untouched)
    book('6584.98', '6584.99')
    expect(await states()).toEqual(['stopLoss', 'open', 'liquidation'])
    const { order, events } = await orderReceipt(deps, { uid: 1 }, 1)
    expect(order).toMatchObject({ closePrice: price('6584.98') })
    expect(events.at(-1)).toMatchObject({ tick: { bid: '6584.98' }, rule: 'stopLossSellAtBid' })
    expect((await stage.purses(3)).slice(0, 2)).toEqual([0n, 0n])
    // The journal calls what a close-out lost by its own name (33), and what a stop lost a loss (31).
    expect([await resultTypes(1), await resultTypes(3)]).toEqual([[31], [33]])
  })

  it.each(['65850', null])(
    'the first book after a restart, far from the last trade of the log, touches no one (trade before it: %s)',
    async (first) => {
      await open({ hasBook: true })
      await crowd()
      await restart()
      if (first !== null) trade(first)
      book('6584.99', '6585')
      trade('65850')
      expect(await states()).toEqual(untouched)
      book('65849.99', '65850')
      expect(await states()).toEqual(untouched)
    },
  )

  it('the first two books after a restart that agree are the market, however far it moved meanwhile', async () => {
    await open({ hasBook: true })
    await crowd()
    await restart()
    book('6584.99', '6585')
    expect(await states()).toEqual(untouched)
    book('6584.98', '6584.99')
    trade('6584.98')
    expect(await states()).toEqual(['stopLoss', 'open', 'liquidation'])
  })

  it('nothing opens or is set in a silence; what waits fires at the first price after it, a gap and all', async () => {
    await open({ hasBook: true })
    await crowd()
    stage.clock.tick(5_000)
    await expect(place(4)).rejects.toMatchObject({ code: 'priceChanged' })
    const stops = { id: 3, stops: { stopLoss: price('64000'), takeProfit: null } }
    await expect(setTpSl(deps, { uid: 3 }, stops)).rejects.toMatchObject({ code: 'priceChanged' })
    stage.clock.tick(600_000)
    expect(await states()).toEqual(untouched)
    book('63000', '63000.01')
    expect(await states()).toEqual(['stopLoss', 'open', 'open'])
    const { order } = await orderReceipt(deps, { uid: 1 }, 1)
    expect(order).toMatchObject({ closePrice: price('63000'), pnl: usdt('-28.5') })
    const filled = await orderReceipt(deps, { uid: 2 }, 2)
    expect(filled.order).toMatchObject({ openPrice: price('63000.01') })
  })

  it('a trade alone reaches nothing: orders go by the book', async () => {
    await open({ hasBook: true })
    await crowd()
    trade('64990')
    expect(await states()).toEqual(untouched)
  })
})

describe('without a book, where the trade is bid and ask', () => {
  it('a trade late, doubled or out of order fires nothing', async () => {
    await open({ hasBook: false })
    await crowd()
    trade('64999', { sequence: 1 })
    trade('64999', { timeMs: stage.clock.now() - 50 })
    expect(dropped()).toMatchObject({ duplicate: 1, outOfOrder: 1 })
    expect(await states()).toEqual(untouched)
  })

  it('a spike of −90 % for 100 ms touches no one', async () => {
    await open({ hasBook: false })
    await crowd()
    trade('6585')
    expect(await states()).toEqual(untouched)
    stage.clock.tick(80)
    trade('65851')
    expect(dropped()).toMatchObject({ unconfirmed: 1 })
    expect(await states()).toEqual(untouched)
  })

  it('with a confirming second trade both count, and the first of them fires', async () => {
    await open({ hasBook: false })
    await crowd()
    trade('6585')
    trade('6600')
    expect(await states()).toEqual(['stopLoss', 'open', 'liquidation'])
    for (const id of [1, 3]) {
      const { order } = await orderReceipt(deps, { uid: id }, id)
      expect(order).toMatchObject({ closePrice: price('6585') })
    }
    const filled = await orderReceipt(deps, { uid: 2 }, 2)
    expect(filled.order).toMatchObject({ openPrice: price('6585') })
  })
})
