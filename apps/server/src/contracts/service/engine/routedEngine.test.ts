import { partitionOf } from '@glasshouse/core/contracts/partition'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../../../platform/database/index.ts'
import { createHolders, createOwnMessages } from '../../../platform/events/index.ts'
import { readSettings } from '../../../platform/settings/index.ts'
import { createLog } from '../../../platform/telemetry/index.ts'
import type { SharingEngine } from './engine.ts'
import { routeEngine } from './routedEngine.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A process whose engine holds partition 0 of 16, and messages over which others may answer. */
const stage = () => {
  const messages = createOwnMessages((error) => {
    throw error
  })
  const here: string[] = []
  const engine = {
    isHolding: (partition: number) => partition === 0,
    moneyMoved: async () => void here.push('moved'),
    settleWallet: async () => void here.push('settled'),
    settleFired: async () => void here.push('settled what fired'),
    follow: () => ({ end: () => void here.push('end') }),
    changed: (uid: number) => void here.push(`changed ${uid}`),
    markUnsure: () => void here.push('unsure'),
  }
  const routed = routeEngine({
    engine: engine as unknown as SharingEngine,
    holders: createHolders(messages),
    markets: fixedMarkets(() => 0),
    settings: readSettings({}),
    // Never read: only pools are looked up.
    database: {} as unknown as Database,
    log: createLog('silent'),
  })
  return { messages, here, routed }
}
/** Customers of partition 0, which the process holds, and of another one. */
const own =
  Array.from({ length: 1000 }, (_, at) => 10_000 + at).find((uid) => partitionOf(uid, 16) === 0) ?? 0
const other = 10_000
const wallet = (uid: number) => ({ uid, wallet: 'contract' }) as const
const asked = (messages: ReturnType<typeof stage>['messages'], answer: () => Promise<unknown>) => {
  const requests: string[] = []
  messages.serve('engine.14.3', async (request) => {
    requests.push((request as { kind: string }).kind)
    return answer()
  })
  messages.publish('partitions', { terms: [[14, 3]] })
  return requests
}
const done = async (): Promise<unknown> => ({ kind: 'done' })

it('does by itself what it decides, and what no engine has announced to', async () => {
  const { here, routed } = stage()
  for (const uid of [own, other]) {
    await routed.settleWallet(wallet(uid))
    await routed.settleFired(wallet(uid))
    expect(routed.follow('BTCUSDT', wallet(uid)).begun).toBeUndefined()
    routed.changed(uid, 'contract')
    routed.markUnsure(uid, 'contract')
  }
  const once = (uid: number) => ['settled', 'settled what fired', `changed ${uid}`, 'unsure']
  expect(here).toEqual([...once(own), ...once(other)])
})

it('asks the engine that has announced the partition, and nothing of a customer of its own', async () => {
  const { here, routed, messages } = stage()
  const requests = asked(messages, done)
  await routed.settleWallet(wallet(other))
  const following = routed.follow('BTCUSDT', wallet(other))
  await following.begun
  routed.changed(other, 'contract', { orderId: 1, following })
  await vi.advanceTimersByTimeAsync(0)
  // The event that its transaction wrote says the rest.
  routed.changed(other, 'contract')
  routed.markUnsure(other, 'contract')
  await routed.moneyMoved(wallet(other))
  expect(requests).toEqual(['settle', 'follow', 'changed', 'moved'])
  expect(here).toEqual([])
  await routed.moneyMoved(wallet(own))
  expect([requests.length, here]).toEqual([4, ['moved']])
})

it('is refused as busy where the engine is, or does not answer in time', async () => {
  const { routed, messages } = stage()
  let answer = (): Promise<unknown> => Promise.resolve({ kind: 'busy' })
  asked(messages, () => answer())
  const busy = { code: 'invalidState', data: { reason: 'busy' } }
  await expect(routed.settleWallet(wallet(other))).rejects.toMatchObject(busy)
  const following = routed.follow('BTCUSDT', wallet(other))
  await expect(following.begun).rejects.toMatchObject(busy)
  answer = () => new Promise(() => undefined)
  const late = expect(routed.follow('BTCUSDT', wallet(other)).begun).rejects.toMatchObject(busy)
  // A newer term each time: it is asked again until its time is over.
  for (let term = 4; term < 12; term += 1) {
    messages.serve(`engine.14.${term}`, () => new Promise(() => undefined))
    messages.publish('partitions', { terms: [[14, term]] })
    await vi.advanceTimersByTimeAsync(1001)
  }
  await late
})

it('asks an engine that did not answer about moved money no more for two seconds, so that other events go on', async () => {
  const { routed, messages } = stage()
  let isThere = false
  const requests = asked(messages, () => (isThere ? done() : Promise.reject(new Error('lost'))))
  await expect(routed.moneyMoved(wallet(other))).rejects.toThrow('lost')
  const before = requests.length
  isThere = true
  await expect(routed.moneyMoved(wallet(other))).rejects.toThrow('a moment ago')
  expect(requests).toHaveLength(before)
  await vi.advanceTimersByTimeAsync(2001)
  await routed.moneyMoved(wallet(other))
  expect(requests).toHaveLength(before + 1)
})
