import { WebSocket } from 'ws'
import { randomDigits } from '../../platform/secrets/index.ts'
import { monotonicMs } from '../../platform/time/index.ts'

/** How patient the connection is; tests are less patient. */
export type StreamTimeouts = {
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** A connection on which no usable message came for this long is dead, even if it answers: its subscription may be lost. */
  readonly silenceMs: number
  /** The exchange ends every connection after 24 hours; it is renewed before. */
  readonly renewMs: number
  /** A call that is not answered for this long has failed. */
  readonly answerMs: number
}

export const defaultTimeouts: StreamTimeouts = {
  firstRetryMs: 500,
  longestRetryMs: 30_000,
  silenceMs: 60_000,
  renewMs: 23.5 * 3_600_000,
  answerMs: 8000,
}

export type StreamEvents = {
  readonly opened: () => void
  /** Returns whether the message could be used. */
  readonly message: (text: string) => boolean
  readonly closed: (why: string) => void
}

/**
 * The wait before the next attempt: doubling from the first, up to the longest, scattered by ±50 % so that many
 * servers do not come back at the same instant.
 *
 * @example retryAfterMs(usualPatience, 2, 0.5) // 2000
 */
export const retryAfterMs = (patience: StreamTimeouts, attempt: number, scatter: number): number =>
  Math.round(Math.min(patience.longestRetryMs, patience.firstRetryMs * 2 ** attempt) * (0.5 + scatter))

/** Keeps one connection open until it is closed: reconnects, renews, and gives up on dead ones. */
export const maintainStream = (
  url: string,
  events: StreamEvents,
  patience: StreamTimeouts,
): { readonly renew: () => void; readonly close: () => void } => {
  let socket: WebSocket | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let closed = false
  let heardMs = monotonicMs()
  let openedMs = monotonicMs()

  const heard = () => {
    heardMs = monotonicMs()
  }
  const connect = (): void => {
    const own = new WebSocket(url, {
      handshakeTimeout: 10_000,
      perMessageDeflate: false,
      maxPayload: 1 << 20,
    })
    socket = own
    heard()
    own.on('open', () => {
      openedMs = monotonicMs()
      heard()
      events.opened()
    })
    own.on('message', (data) => {
      if (!events.message(data.toString())) return
      heard()
      attempt = 0
    })
    let why = 'the exchange closed the connection'
    own.on('error', (error) => {
      why = error.message
    })
    own.on('close', () => {
      if (closed || socket !== own) return
      events.closed(why)
      const scatter = Number.parseInt(randomDigits(3), 10) / 1000
      retry = setTimeout(connect, retryAfterMs(patience, attempt, scatter))
      attempt += 1
    })
  }
  const watch = setInterval(
    () => {
      if (socket === null || socket.readyState !== WebSocket.OPEN) return
      const now = monotonicMs()
      if (now - heardMs > patience.silenceMs || now - openedMs > patience.renewMs) socket.terminate()
    },
    Math.min(5000, patience.silenceMs / 4),
  )
  connect()
  return {
    renew: () => socket?.close(),
    close: () => {
      closed = true
      clearTimeout(retry)
      clearInterval(watch)
      socket?.terminate()
    },
  }
}
