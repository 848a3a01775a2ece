import { createStream, type StreamStatus } from '@glasshouse/client/stream'
import type { PrivateMessage } from '@glasshouse/core/markets/topics'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { api } from './api.ts'
import { frameNow, localNow } from './clock.ts'
import { createFramePacing } from './framePacing.ts'
import { session } from './session.ts'
import { createLiveStore, type LiveStore } from './store.ts'

/** Random number from 0 to 1: reconnection jitter of pages that were disconnected at the same time. */
const spread = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255

/** The only WebSocket of the page. */
export const stream = createStream({
  url: `${location.origin.replace(/^http/, 'ws')}/ws`,
  session: session.token,
  ticket: async () => (await api.call('/api/common/wsTicket', {})).ticket,
  jitter: spread,
})

session.onChange(stream.reopen)
addEventListener('online', stream.reopen)

const rendered = new MessageChannel()
let onRendered: (() => void) | null = null
rendered.port1.onmessage = () => onRendered?.()

/** Frames of this page. A message that is sent within a frame arrives when it has been rendered. */
const inDueFrame = createFramePacing({
  now: frameNow,
  beforeFrame: requestAnimationFrame,
  afterFrame: (run) => {
    onRendered = run
    rendered.port2.postMessage(null)
  },
  after: (delayMs, run) => {
    if (delayMs === 0) run()
    else setTimeout(run, delayMs)
  },
  report: (error) => reportError(error),
})

const stores: LiveStore<unknown>[] = []

/** Creates a live store with the stream, clock and animation frames of this page. */
export const createPageStore = <T>(): LiveStore<T> => {
  const store = createLiveStore<T>({
    now: localNow,
    status: stream.status,
    schedule: inDueFrame,
  })
  stores.push(store as LiveStore<unknown>)
  return store
}

const beat = (): void => {
  for (const store of stores) store.beat()
}
stream.onStatus(beat)
setInterval(beat, 500)

/** Connection status of the stream. */
export const useStreamStatus = (): StreamStatus => useSyncExternalStore(stream.onStatus, stream.status)

/** Calls back on every private event of the signed-in user, and on every possible gap, while mounted. */
export const usePrivateEvents = (onEvent: (message: PrivateMessage) => void, onGap?: () => void): void => {
  const latest = useRef({ onEvent, onGap })
  latest.current = { onEvent, onGap }
  useEffect(() => {
    const stops = [
      stream.onPrivate((message) => latest.current.onEvent(message)),
      stream.onGap(() => latest.current.onGap?.()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}
