import { createStream, type StreamStatus } from '@glasshouse/client/stream'
import type { PrivateMessage } from '@glasshouse/core/markets/topics'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { api } from './api.ts'
import { localNow } from './clock.ts'
import { session } from './session.ts'
import { createLiveStore, type LiveStore } from './store.ts'

/** A random number from 0 to 1, so that pages cut off together do not all come back together. */
const spread = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255

/** The page's one WebSocket. */
export const stream = createStream({
  url: `${location.origin.replace(/^http/, 'ws')}/ws`,
  session: session.token,
  ticket: async () => (await api.call('/api/common/wsTicket', {})).ticket,
  jitter: spread,
})

session.onChange(stream.reopen)
addEventListener('online', stream.reopen)

const stores: LiveStore<unknown>[] = []

/** A live store that knows this page's stream, clock and frames. */
export const createPageStore = <T>(): LiveStore<T> => {
  const store = createLiveStore<T>({
    now: localNow,
    status: stream.status,
    schedule: (flush) => void requestAnimationFrame(flush),
  })
  stores.push(store as LiveStore<unknown>)
  return store
}

const beat = (): void => {
  for (const store of stores) store.beat()
}
stream.onStatus(beat)
setInterval(beat, 500)

/** Whether the stream is up. */
export const useStreamStatus = (): StreamStatus => useSyncExternalStore(stream.onStatus, stream.status)

/** Hears every event of the signed-in user while the component is there, and every possible gap. */
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
