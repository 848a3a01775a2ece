import type { StreamStatus } from '@glasshouse/client/stream'
import { beforeEach, expect, it } from 'vitest'
import { createLiveStore, type LiveStore } from './store.ts'

let now = 0
let status: StreamStatus = 'live'
let frames: (() => void)[] = []
let store: LiveStore<string>
const frame = (): void => {
  for (const flush of frames.splice(0)) flush()
}

beforeEach(() => {
  now = 1000
  status = 'live'
  frames = []
  store = createLiveStore({ now: () => now, status: () => status, schedule: (flush) => frames.push(flush) })
})

it('notifies a listener once per frame with the newest value', () => {
  let calls = 0
  store.subscribe('BTC', () => calls++)
  store.put('BTC', '1')
  store.put('BTC', '2')
  expect(store.get('BTC').value).toBeUndefined()
  frame()
  expect(calls).toBe(1)
  expect(store.get('BTC')).toEqual({ state: 'live', value: '2', heardAt: 1000 })
})

it('does not notify listeners of other keys', () => {
  let calls = 0
  store.subscribe('ETH', () => calls++)
  store.put('BTC', '1')
  frame()
  expect(calls).toBe(0)
})

it('changes state from loading to live to stale and back', () => {
  expect(store.get('BTC').state).toBe('loading')
  store.seed('BTC', '1')
  frame()
  expect(store.get('BTC')).toMatchObject({ state: 'loading', value: '1' })
  store.put('BTC', '2')
  frame()
  now = 6000
  store.beat()
  frame()
  expect(store.get('BTC').state).toBe('live')
  now = 6001
  store.beat()
  frame()
  expect(store.get('BTC').state).toBe('stale')
  store.touch('BTC')
  frame()
  expect(store.get('BTC')).toEqual({ state: 'live', value: '2', heardAt: 6001 })
})

it('reports a lost connection at once, also for keys without a value', () => {
  store.put('BTC', '1')
  frame()
  store.subscribe('ETH', () => {})
  status = 'down'
  store.beat()
  frame()
  expect(store.get('BTC')).toMatchObject({ state: 'down', value: '1' })
  expect(store.get('ETH').state).toBe('down')
})
