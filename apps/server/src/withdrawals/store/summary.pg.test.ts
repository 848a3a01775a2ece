import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { type WithdrawalStage, withdrawalFixture } from '@glasshouse/testkit/withdrawals'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelWithdrawal } from '../service/cancel.ts'
import { countOutcomes, findDestinationUse, sumWithdrawalsSince } from './summary.ts'
import { countOpen, listWithdrawalRows, sumApprovedAlone, sumRequestedSince } from './withdrawals.ts'

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await withdrawalFixture()
})
afterAll(() => stage.database.drop())

const db = () => stage.database.db
const keyOf = async (id: number) => (await listWithdrawalRows(db(), [id]))[0]?.destination_key ?? null

it('sums what was requested from an instant on, the instant included, without what came back', async () => {
  const { uid } = await stage.saver('1000')
  const atMs = stage.clock.business()
  const first = await stage.ask(uid, '100')
  stage.clock.tick(1)
  await stage.ask(uid, '40')
  const total = async (sinceMs: number) => (await sumWithdrawalsSince(db(), uid, sinceMs)).total
  expect([await total(atMs), await total(atMs + 1), await total(atMs + 2)]).toEqual([
    usdt('140'),
    usdt('40'),
    0n,
  ])
  expect(await sumRequestedSince(db(), uid, atMs)).toBe(usdt('140'))
  expect(await countOpen(db(), uid)).toBe(2)
  await stage.reject(stage.ann, first)
  expect(await sumWithdrawalsSince(db(), uid, atMs)).toEqual({ total: usdt('40'), count: 1 })
  expect(await sumRequestedSince(db(), uid, atMs)).toBe(usdt('40'))
  expect(await countOpen(db(), uid)).toBe(1)
  const { uid: other } = await stage.newcomer()
  expect(await sumWithdrawalsSince(db(), other, 0)).toEqual({ total: 0n, count: 0 })
})

it('counts how the newest withdrawals ended, without the one at hand and no further than asked', async () => {
  const { uid } = await stage.saver('1000')
  const ids: number[] = []
  for (let at = 0; at < 5; at += 1) {
    stage.clock.tick(1)
    ids.push(await stage.ask(uid, '50'))
  }
  const [first = 0, second = 0, third = 0, , newest = 0] = ids
  await stage.reject(stage.ann, first)
  await stage.reject(stage.ann, second)
  await cancelWithdrawal(stage, uid, third)
  const all = { sent: 0, rejected: 2, cancelled: 1, lastRejection: { reason: 'bad_address' } }
  expect(await countOutcomes(db(), uid, newest, 100)).toMatchObject(all)
  expect(await countOutcomes(db(), uid, null, 100)).toMatchObject(all)
  // The two oldest are beyond the newest three.
  expect(await countOutcomes(db(), uid, null, 3)).toMatchObject({
    rejected: 0,
    cancelled: 1,
    lastRejection: null,
  })
  expect(await countOutcomes(db(), uid, newest, 3)).toMatchObject({ rejected: 1, cancelled: 1 })
  expect(await countOutcomes(db(), (await stage.newcomer()).uid, null, 9)).toEqual({
    sent: 0,
    rejected: 0,
    cancelled: 0,
    lastRejection: null,
  })
})

it('tells a destination used by another customer, before or after, and its first use by this one', async () => {
  const own = await withdrawalFixture()
  const [early, mine, late] = [await own.saver('100'), await own.saver('200'), await own.saver('100')]
  const id = await own.ask(mine.uid, '50')
  const use = (of: number) => findDestinationUse(own.database.db, of, 10)
  expect(await use(id)).toEqual({ firstMs: own.clock.business(), sent: 0, isShared: false })
  own.clock.tick(5)
  const again = await own.ask(mine.uid, '50')
  expect(await use(again)).toMatchObject({ firstMs: own.clock.business() - 5, isShared: false })
  await own.ask(late.uid, '50')
  expect((await use(id))?.isShared).toBe(true)
  // To the bank no one else withdrew yet.
  const bank = await own.ask(mine.uid, '50', 1)
  expect((await use(bank))?.isShared).toBe(false)
  await own.ask(early.uid, '50', 1)
  expect((await use(bank))?.isShared).toBe(true)
  expect(await use(999_999)).toBeUndefined()
  await own.database.drop()
})

it('sums what one manager alone approved, by customer or by destination, whichever is more', async () => {
  const own = await withdrawalFixture()
  const [ada, eve] = [await own.saver('9000'), await own.saver('9000')]
  const sum = (
    of: { readonly uid: number; readonly key: string | null; readonly id?: number },
    sinceMs = 0,
  ) => sumApprovedAlone(own.database.db, { id: of.id ?? null, uid: of.uid, destination_key: of.key }, sinceMs)
  const key = async (id: number) =>
    (await listWithdrawalRows(own.database.db, [id]))[0]?.destination_key ?? null
  const [wallet, bank, hers] = [
    await own.ask(ada.uid, '300'),
    await own.ask(ada.uid, '200', 1),
    await own.ask(eve.uid, '700'),
  ]
  const walletKey = await key(wallet)
  expect(walletKey).not.toBe(await key(bank))
  expect(walletKey).toBe(await key(hers))
  expect(await sum({ uid: ada.uid, key: walletKey })).toBe(0n)
  for (const id of [wallet, bank, hers]) await own.approve(own.ann, id)
  // Ada: 300 + 200; her address: 300 + 700.
  expect(await sum({ uid: ada.uid, key: walletKey })).toBe(usdt('1000'))
  expect(await sum({ uid: ada.uid, key: null })).toBe(usdt('500'))
  expect(await sum({ uid: eve.uid, key: null })).toBe(usdt('700'))
  expect(await sum({ uid: 1, key: null })).toBe(0n)
  // The withdrawal at hand is left out of both sums.
  expect(await sum({ uid: ada.uid, key: walletKey, id: hers })).toBe(usdt('500'))
  expect(await sum({ uid: ada.uid, key: walletKey }, own.clock.business())).toBe(0n)
  expect(await sum({ uid: ada.uid, key: walletKey }, own.clock.business() - 1)).toBe(usdt('1000'))
  await cancelWithdrawal(own, eve.uid, hers)
  expect(await sum({ uid: ada.uid, key: walletKey }, own.clock.business() - dayMs)).toBe(usdt('500'))
  await own.database.drop()
})

it('a destination has one key for every customer who withdrew to it', async () => {
  const [one, two] = [await stage.saver('100'), await stage.saver('100')]
  const keys = [await keyOf(await stage.ask(one.uid, '50')), await keyOf(await stage.ask(two.uid, '50'))]
  expect(keys[0]).toBe(keys[1])
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
})
