import { reduceBy } from '@glasshouse/core/invest/copy/reduction'
import { price } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import {
  closePoolPositions,
  listCopiedFills,
  listLeadCloses,
  listPoolChanges,
  lockPool,
  type PoolValues,
  valuePool,
  walletEquity,
  walletTransfers,
} from '../../index.fixture.ts'
import { fundWallet, leadOpens, leadUid, newPool, ordersOf } from '../copy/copying.fixture.ts'

let stage: ContractFixture
let pool = 0
beforeAll(async () => {
  stage = await contractFixture()
  await fundWallet(stage, leadUid, 'contract2', '5000')
  pool = await newPool(stage, '8000')
  await leadOpens(stage)
  await leadOpens(stage, { pid: 2, side: 'short', lots: 30, price: price('2318.40') })
  stage.markets.set('BTCUSDT', '66000', '66000.01')
})
afterAll(() => stage.database.drop())

/** What a dealing reads: the pool with one tick per market. */
const values = async (): Promise<PoolValues> => {
  const found = await valuePool(stage, stage.database.db, pool)
  if ('silent' in found) throw new Error('all markets are fresh')
  return found
}

it('closes what the rules of a dealing worked out, at its ticks, and refuses any other settlement', async () => {
  const before = await values()
  const reduction = reduceBy(before, before, 250_000)
  // A tick that comes meanwhile changes nothing of this dealing.
  stage.markets.set('BTCUSDT', '50000', '50000.01')
  const deal = (closings: typeof reduction.closings) =>
    transact(stage.database.db, async (tx) => {
      await lockPool(tx, pool)
      return closePoolPositions(stage, tx, pool, closings, before.ticks)
    })
  const [first, ...rest] = reduction.closings
  if (first === undefined) throw new Error('something closes')
  const other = { ...first, settlement: { ...first.settlement, feeFromWallet: 0n as typeof first.charged } }
  await expect(deal([other, ...rest])).rejects.toThrow('does not close as it was dealt')
  const closed = await deal(reduction.closings)
  expect(closed.map(({ close_reason, lots }) => [close_reason, lots])).toEqual(
    reduction.closings.map(({ lots }) => ['dealing', lots]),
  )
  const after = await values()
  expect(after.balance).toBe(reduction.balance)
  expect(after.positions).toEqual(reduction.positions)
  await expect(deal(reduction.closings)).rejects.toThrow()
  expect(await stage.broken()).toEqual({})
})

it('lists what changed since a transaction, with what opened and closed since', async () => {
  const changes = await listPoolChanges(stage.database.db, pool, 0)
  expect(changes.map(({ isOpenedSince, isClosedSince }) => [isOpenedSince, isClosedSince])).toEqual([
    [true, false],
    [true, false],
    [true, true],
    [true, true],
  ])
  expect(await listPoolChanges(stage.database.db, pool, 1_000_000)).toHaveLength(2)
})

it('tells the record of a wallet from its orders and its journal', async () => {
  const db = stage.database.db
  expect(await walletTransfers(db, leadUid, 'contract2')).toEqual({ received: 500_000_000_000n, paid: 0n })
  const equity = await walletEquity(stage, db, leadUid, 'contract2')
  expect(equity).not.toBeNull()
  stage.markets.silence('ETHUSDT')
  expect(await walletEquity(stage, db, leadUid, 'contract2')).toBeNull()
  expect(await valuePool(stage, db, pool)).toEqual({ silent: [2] })
  expect(await listLeadCloses(db, leadUid, { afterMs: 0, limit: 10 })).toEqual([])
  expect(await listLeadCloses(db, pool, { afterMs: 0, limit: 10 })).toEqual([])
  const fills = await listCopiedFills(db, [pool])
  expect(fills.map(({ side, ...fill }) => [side, fill.leadPrice === fill.price])).toEqual([
    ['long', true],
    ['short', true],
  ])
  expect((await ordersOf(stage, pool)).filter(({ state }) => state === 'open')).toHaveLength(2)
})
