import { createQuoteDecoder, quoteColumnsProtocol } from '@glasshouse/core/markets/quoteColumns'
import type { PushMessage, StreamCommand } from '@glasshouse/core/markets/topics'

const read = (text: unknown): PushMessage | null => {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'e' in value ? (value as PushMessage) : null
  } catch {
    return null
  }
}

/** Reads what one socket receives; throws a RangeError for quotes that do not follow from those before. */
const createReader = () => {
  const quotes = createQuoteDecoder()
  return (data: unknown): readonly PushMessage[] => {
    if (data instanceof ArrayBuffer) return quotes.columns(new Uint8Array(data))
    const message = read(data)
    if (message === null) return []
    return [message.e === 'QUOTES' ? quotes.whole(message) : message]
  }
}

/** `connecting` until the first connection opens, `down` after a connection was lost. */
export type StreamStatus = 'connecting' | 'live' | 'down'

export type ConnectionOptions = {
  /** Called for every attempt; one that rejects counts as a lost connection. */
  readonly address: () => Promise<string>
  /** A connection that stays silent for this long after a ping is given up. */
  readonly pingMs: number
  /** Delays between attempts in milliseconds; the last one repeats. */
  readonly backOffMs: readonly number[]
  /** A number from 0 to 1 that spreads the reconnects of many pages over time. */
  readonly jitter: () => number
  readonly onStatus: (status: StreamStatus) => void
  readonly onMessage: (message: PushMessage) => void
}

/** Runs an action after a delay that grows with every consecutive failure. */
const createRetry = (waits: readonly number[], jitter: () => number, action: () => void) => {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    soon: () => {
      const wait = waits[Math.min(failures, waits.length - 1)] ?? 1000
      failures++
      clearTimeout(timer)
      timer = setTimeout(action, wait * (0.75 + jitter() / 2))
    },
    succeeded: () => {
      failures = 0
    },
    cancel: () => clearTimeout(timer),
  }
}

/** Maintains one WebSocket: pings it, closes it when it stops responding, and reopens it after growing delays. */
export const createConnection = (options: ConnectionOptions) => {
  let socket: WebSocket | null = null
  let pinger: ReturnType<typeof setInterval> | undefined
  let heard = true
  /** Only the newest attempt may connect: an address that arrives after `close` or another `open` is dropped. */
  let attempts = 0

  const drop = (): void => {
    clearInterval(pinger)
    const old = socket
    socket = null
    if (!old) return
    old.onopen = old.onclose = old.onmessage = null
    old.close()
  }
  const lost = (): void => {
    drop()
    options.onStatus('down')
    retry.soon()
  }
  const send = (command: StreamCommand): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command))
  }
  const watch = (): void => {
    if (!heard) {
      lost()
      return
    }
    heard = false
    send({ op: 'ping' })
  }
  const open = (): void => {
    retry.cancel()
    drop()
    heard = true
    const attempt = ++attempts
    options.address().then(
      (address) => attempt === attempts && connect(address),
      () => attempt === attempts && lost(),
    )
  }
  const connect = (address: string): void => {
    const fresh = new WebSocket(address, quoteColumnsProtocol)
    fresh.binaryType = 'arraybuffer'
    const messagesIn = createReader()
    socket = fresh
    pinger = setInterval(watch, options.pingMs)
    fresh.onopen = () => {
      retry.succeeded()
      options.onStatus('live')
    }
    fresh.onclose = lost
    fresh.onerror = () => {}
    fresh.onmessage = (event: MessageEvent) => {
      heard = true
      let messages: readonly PushMessage[]
      try {
        messages = messagesIn(event.data)
      } catch {
        // A new connection begins with whole quotes.
        lost()
        return
      }
      for (const message of messages) options.onMessage(message)
    }
  }
  const retry = createRetry(options.backOffMs, options.jitter, open)
  const close = (): void => {
    retry.cancel()
    attempts++
    drop()
    options.onStatus('down')
  }
  return { open, close, send }
}
