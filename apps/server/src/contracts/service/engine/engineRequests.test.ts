import { domainError } from '@glasshouse/core/errors/registry'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NotDeliveredError } from '../../../platform/events/index.ts'
import { createLog, UpstreamError } from '../../../platform/telemetry/index.ts'
import type { SharingEngine } from './engine.ts'
import { answerEngineRequests, type EngineRequest } from './engineRequests.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** An engine that decides on customer 7, and what happens to it. */
const stage = () => {
  const happened: string[] = []
  let failure: Error | null = null
  let count = 0
  const engine = {
    assertDecides: async (uid: number) => {
      if (uid !== 7) throw new NotDeliveredError('not here')
    },
    follow: (symbol: string) => {
      count += 1
      const number = count
      happened.push(`follow ${symbol} ${number}`)
      return { end: () => void happened.push(`end ${number}`) }
    },
    changed: (_: number, wallet: string, order: Parameters<SharingEngine['changed']>[2]) => {
      happened.push(`changed ${wallet} ${order?.orderId}`)
      order?.following.end()
    },
    lookAgain: ({ wallet }: { readonly wallet: string }) => void happened.push(`look again ${wallet}`),
    moneyMoved: async () => void happened.push('moved'),
    settleWallet: async () => void happened.push('settled'),
    settleFired: async () => void happened.push('settled what fired'),
  }
  const answer = answerEngineRequests({
    engine: engine as unknown as SharingEngine,
    log: createLog('silent'),
    untilHeard: async (numbers) => {
      happened.push(`heard ${JSON.stringify([...numbers])}`)
      if (failure !== null) throw failure
    },
  })
  const wallet = { uid: 7, wallet: 'contract' } as const
  return {
    happened,
    fail: (error: Error) => (failure = error),
    ask: (request: object, uid = 7) => answer({ wallet: { ...wallet, uid }, ...request } as EngineRequest),
  }
}

it('keeps the ticks of an order until it is committed, or is told that there is none', async () => {
  const { ask, happened } = stage()
  await ask({ kind: 'follow', symbol: 'BTCUSDT', id: 'a' })
  await ask({ kind: 'follow', symbol: 'BTCUSDT', id: 'b' })
  await ask({ kind: 'changed', orderId: 3, id: 'a' })
  await ask({ kind: 'end', id: 'b' })
  // Repeated, and of an order that was not followed.
  await ask({ kind: 'end', id: 'b' })
  await ask({ kind: 'changed', orderId: 4, id: null })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(happened).toEqual([
    ...['follow BTCUSDT 1', 'follow BTCUSDT 2', 'changed contract 3', 'end 1', 'end 2', 'changed contract 4'],
  ])
})

it('follows once where the same is asked again', async () => {
  const { ask, happened } = stage()
  for (let times = 0; times < 2; times += 1) await ask({ kind: 'follow', symbol: 'BTCUSDT', id: 'a' })
  await ask({ kind: 'end', id: 'a' })
  expect(happened).toEqual(['follow BTCUSDT 1', 'end 1', 'follow BTCUSDT 2', 'end 2'])
})

it('looks at all orders of the wallet after a minute without a word, before it forgets the ticks', async () => {
  const { ask, happened } = stage()
  await ask({ kind: 'follow', symbol: 'BTCUSDT', id: 'a' })
  await vi.advanceTimersByTimeAsync(59_999)
  expect(happened).toEqual(['follow BTCUSDT 1'])
  await vi.advanceTimersByTimeAsync(1)
  expect(happened.slice(1)).toEqual(['look again contract', 'end 1'])
})

it('settles once the ticks of the asking process are heard, and says that it is busy where that takes too long', async () => {
  const { ask, happened, fail } = stage()
  expect(await ask({ kind: 'settle', heard: [[1, 9]] })).toEqual({ kind: 'done' })
  await ask({ kind: 'settleFired', heard: [] })
  expect(happened).toEqual(['heard [[1,9]]', 'settled', 'heard []', 'settled what fired'])
  fail(new UpstreamError('not heard in time'))
  expect(await ask({ kind: 'settle', heard: [[1, 10]] })).toEqual({ kind: 'busy' })
  fail(domainError('invalidState', { reason: 'busy' }))
  expect(await ask({ kind: 'settle', heard: [[1, 10]] })).toEqual({ kind: 'busy' })
  expect(happened.filter((one) => one === 'settled')).toHaveLength(1)
})

it('does nothing for a customer on whom it does not decide', async () => {
  const { ask, happened } = stage()
  for (const request of [{ kind: 'moved' }, { kind: 'settle', heard: [] }, { kind: 'follow', id: 'a' }])
    await expect(ask(request, 8)).rejects.toThrow(NotDeliveredError)
  expect(happened).toEqual([])
  await ask({ kind: 'moved' })
  expect(happened).toEqual(['moved'])
})
