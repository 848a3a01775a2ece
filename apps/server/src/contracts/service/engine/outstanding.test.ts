import { setImmediate as nextTurn } from 'node:timers/promises'
import { price } from '@glasshouse/core/money/units'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { expect, it } from 'vitest'
import type { MarginAccountKey } from '../../store/orders.ts'
import { accountKeyOf } from '../batch/batch.ts'
import { orderRow, walletOf } from './liveOrders.fixture.ts'
import { createOutstandingWork, type DirtyAccount, noAccounts } from './outstanding.ts'
import { createTriggerQueue } from './triggerQueue.ts'

const stage = () => {
  const markets = fixedMarkets()
  markets.set('BTCUSDT', '64999.99', '65000')
  // One trigger a step, so that a handful fires in slices.
  const triggers = createTriggerQueue(markets, 1)
  markets.onTick(triggers.hear)
  const changed = new Map<number, DirtyAccount>()
  const work = createOutstandingWork(triggers, changed)
  return { triggers, changed, work, set: (bid: string) => markets.set('BTCUSDT', bid, '70000') }
}
const of = (uid: number): MarginAccountKey => ({ uid, wallet: 'contract' })
const stopped = (uid: number) => ({
  ...walletOf('1000', [orderRow(uid, { stop_loss_price: price('64000') })]),
  uid,
})

it('is unknown of every wallet while a tick fires in slices, and exact afterwards', async () => {
  const { triggers, work, set } = stage()
  for (const uid of [1, 2, 3]) triggers.arm(stopped(uid), new Map())
  expect([work.isNone(), work.has(of(1)), work.of(new Set([1, 9]))]).toEqual([true, false, new Map()])
  set('63000')
  const since = triggers.moment()
  expect([work.isNone(), work.has(of(9)), work.of(new Set([9])), work.oldest()]).toEqual([
    ...[false, true, null, since],
  ])
  await triggers.fired()
  expect([work.isNone(), work.has(of(9)), work.has(of(1)), work.oldest()]).toEqual([
    false,
    false,
    true,
    since,
  ])
  expect(work.of(new Set([1, 9]))).toEqual(new Map([[accountKeyOf(of(1)), since]]))
  await nextTurn()
})

it('is what was settled until it is armed, what is read and what is to be read', () => {
  const { changed, work } = stage()
  const dirty = { followed: [], isNew: false, isUnsure: false }
  changed.set(accountKeyOf(of(1)), { ...dirty, key: of(1), noted: 5 })
  work.reading = [{ ...dirty, key: of(2), noted: 4 }]
  work.arming = { keys: [of(3), of(1)], moment: 3 }
  expect(work.of(new Set([1, 2, 3, 4]))).toEqual(
    new Map([
      [accountKeyOf(of(3)), 3],
      [accountKeyOf(of(1)), 3],
      [accountKeyOf(of(2)), 4],
    ]),
  )
  expect([1, 2, 3, 4].map((uid) => work.has(of(uid)))).toEqual([true, true, true, false])
  expect([work.isNone(), work.oldest()]).toEqual([false, 3])
  work.arming = noAccounts
  expect([work.isNone(), work.oldest()]).toEqual([false, 4])
  work.reading = []
  expect([work.isNone(), work.oldest()]).toEqual([false, 5])
  changed.clear()
  expect([work.isNone(), work.oldest()]).toEqual([true, Number.POSITIVE_INFINITY])
})
