import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { applyTrade, type Candle, deriveCandles } from '@glasshouse/core/markets/candles'
import { bucketStart, type Interval, intervals } from '@glasshouse/core/markets/intervals'
import { formatDecimal, price, quantity } from '@glasshouse/core/money/units'
import { type WebSocket, WebSocketServer } from 'ws'
import { type AggTradeRow, type Faults, faultSwitches, type KlineRow } from './faults.ts'
import type { Script, ScriptMessage, ScriptTrade } from './script.ts'

export type ExchangeOptions = {
  readonly script: Script
  /** The script's time runs this many times faster. */
  readonly speed?: number
  readonly restPort?: number
  readonly streamPort?: number
  /** Epoch milliseconds of the exchange's own clock. */
  readonly now?: () => number
  /** Plays what lies this long before now at once, as the past that `/api/v3/klines` tells. */
  readonly pastMs?: number
  /** Starts playing when the first client has connected, so that a test receives the first message. */
  readonly waitForListener?: boolean
  /** Real milliseconds between the first listener and the first message. */
  readonly leadMs?: number
  /** Keeps what was played for `played()`; off where the exchange runs for days. */
  readonly remember?: boolean
}

export type Exchange = Faults & {
  readonly restUrl: string
  readonly streamUrl: string
  /** What a recorded instant became on this exchange's clock. */
  readonly shifted: (atMs: number) => number
  /** Resolves when everything that lies before now was played. */
  readonly caughtUp: Promise<void>
  /** Messages played so far (with `remember`), in the order of playing, with their shifted instants. */
  readonly played: () => readonly ScriptMessage[]
  readonly connections: () => number
  /** Resolves when the script is over. */
  readonly finished: Promise<void>
  readonly close: () => Promise<void>
}

const klineRow = (candle: Candle, length: number): KlineRow => [
  candle.openMs,
  formatDecimal(candle.open, 9),
  formatDecimal(candle.high, 9),
  formatDecimal(candle.low, 9),
  formatDecimal(candle.close, 9),
  formatDecimal(candle.volume, 8),
  candle.openMs + length - 1,
  formatDecimal(candle.turnover, 8),
  1,
  '0',
  '0',
  '0',
]

/** The exchange's own candles, built from every trade that happened, sent or not. */
const candleBooks = () => {
  const minutes = new Map<string, Candle[]>()
  return {
    count: (trade: ScriptTrade): void => {
      const own = minutes.get(trade.symbol) ?? []
      minutes.set(trade.symbol, own)
      const newest = own.at(-1)
      const counted = { timeMs: trade.atMs, price: price(trade.price), quantity: quantity(trade.quantity) }
      const same = newest !== undefined && newest.openMs === bucketStart(trade.atMs, '1m')
      if (same) own[own.length - 1] = applyTrade(newest, counted, '1m')
      else own.push(applyTrade(null, counted, '1m'))
    },
    rows: (query: URLSearchParams): readonly KlineRow[] | null => {
      const own = minutes.get(query.get('symbol') ?? '') ?? []
      const interval = intervals.find((known) => known === query.get('interval'))
      if (interval === undefined) return null
      const from = Number.parseInt(query.get('startTime') ?? '0', 10)
      const limit = Number.parseInt(query.get('limit') ?? '500', 10)
      const length = openingLength(interval)
      return deriveCandles(own, interval)
        .filter((candle) => candle.openMs >= from)
        .slice(0, limit)
        .map((candle) => klineRow(candle, length))
    },
  }
}
const openingLength = (interval: Interval): number =>
  ({ '1m': 1, '5m': 5, '15m': 15, '30m': 30, '1h': 60, '1d': 1440 })[interval] * 60_000

/** Trades kept for the record of each symbol, at most. */
const recordLimit = 20_000

/** The exchange's own record of trades, sent or not; every trade is an aggregate of its own. */
const tradeRecord = () => {
  const trades = new Map<string, ScriptTrade[]>()
  return {
    count: (trade: ScriptTrade): void => {
      const own = trades.get(trade.symbol) ?? []
      trades.set(trade.symbol, own)
      own.push(trade)
      if (own.length > 2 * recordLimit) own.splice(0, recordLimit)
    },
    rows: (query: URLSearchParams): readonly AggTradeRow[] => {
      const whole = (name: string): number | null => {
        const text = query.get(name)
        return text === null ? null : Number.parseInt(text, 10)
      }
      const [fromId, fromMs, toMs] = [whole('fromId'), whole('startTime'), whole('endTime')]
      return (trades.get(query.get('symbol') ?? '') ?? [])
        .filter(
          ({ id, atMs }) =>
            id >= (fromId ?? 0) && atMs >= (fromMs ?? 0) && atMs <= (toMs ?? Number.POSITIVE_INFINITY),
        )
        .slice(0, whole('limit') ?? 500)
        .map(({ id, price: p, quantity: q, atMs, buyerIsMaker: m }) => ({
          ...{ a: id, p, q, f: id, l: id, T: atMs, m },
          M: true,
        }))
    },
  }
}

const framed = (message: ScriptMessage, sentMs: number) => {
  const name = message.symbol.toLowerCase()
  if (message.kind === 'depth') {
    const { lastUpdateId, bids, asks } = message
    return { stream: `${name}@depth20@100ms`, data: { lastUpdateId, bids, asks } }
  }
  const { id, price: p, quantity: q, atMs: T, buyerIsMaker: m } = message
  return {
    stream: `${name}@trade`,
    data: { e: 'trade', E: sentMs, s: message.symbol, t: id, p, q, T, m, M: true },
  }
}

/** Starts a local exchange with the Binance protocol that plays a script. */
export const startExchange = async (options: ExchangeOptions): Promise<Exchange> => {
  const now = options.now ?? Date.now
  const speed = options.speed ?? 1
  const candles = candleBooks()
  const record = tradeRecord()
  const switches = faultSwitches(now)
  const played: ScriptMessage[] = []
  const listening = new Map<WebSocket, ReadonlySet<string>>()
  let firstMs: number | null = null
  let startMs = now()
  let closed = false
  let restDelayMs = 0
  let changeRows: Parameters<Faults['changeKlines']>[0] = (rows) => rows
  let changeRecord: Parameters<Faults['changeRecord']>[0] = (rows) => rows
  let notifyConnected: () => void = () => undefined
  const listened = new Promise<void>((resolve) => {
    notifyConnected = resolve
  })
  let pastIsPlayed: () => void = () => undefined
  const caughtUp = new Promise<void>((resolve) => {
    pastIsPlayed = resolve
  })

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://exchange')
    const say = (status: number, body: unknown): void => {
      const text = JSON.stringify(body)
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(text)
      }, restDelayMs)
    }
    const rows = url.pathname === '/api/v3/klines' ? candles.rows(url.searchParams) : null
    if (rows !== null) say(200, changeRows(rows, url.searchParams.get('interval') ?? ''))
    else if (url.pathname === '/api/v3/aggTrades') {
      const changed = changeRecord(record.rows(url.searchParams))
      say(changed === null ? 503 : 200, changed ?? { code: -1001, msg: 'Internal error.' })
    } else if (url.pathname === '/api/v3/time') say(200, { serverTime: now() })
    else if (url.pathname === '/api/v3/exchangeInfo')
      say(200, { timezone: 'UTC', serverTime: now(), symbols: [] })
    else say(400, { code: -1100, msg: 'Illegal characters found in a parameter.' })
  }
  const rest = createServer(answer)
  const streamServer = createServer()
  const sockets = new WebSocketServer({ server: streamServer, path: '/stream' })
  sockets.on('connection', (socket, request) => {
    const url = new URL(request.url ?? '/', 'http://exchange')
    listening.set(socket, new Set((url.searchParams.get('streams') ?? '').split('/')))
    socket.on('close', () => listening.delete(socket))
    notifyConnected()
  })
  const pings = setInterval(() => {
    for (const socket of listening.keys()) socket.ping()
  }, 20_000)
  const listen = (server: typeof rest, port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
  const restPort = await listen(rest, options.restPort ?? 0)
  const streamPort = await listen(streamServer, options.streamPort ?? 0)

  const shifted = (atMs: number): number => startMs + Math.floor((atMs - (firstMs ?? atMs)) / speed)
  const send = (message: ScriptMessage): void => {
    for (const sent of switches.leaving(framed(message, now()))) {
      const text = JSON.stringify(sent)
      for (const [socket, streams] of listening) if (streams.has(sent.stream)) socket.send(text)
    }
  }
  const play = async (): Promise<void> => {
    if (options.waitForListener === true) await listened
    if (options.leadMs !== undefined) await new Promise((resolve) => setTimeout(resolve, options.leadMs))
    startMs = now() - (options.pastMs ?? 0)
    let count = 0
    for await (const message of options.script) {
      if (closed) return
      firstMs ??= message.atMs
      const moved = { ...message, atMs: shifted(message.atMs) }
      if (moved.atMs > now()) pastIsPlayed()
      for (let waitMs = moved.atMs - now(); waitMs > 0 && !closed; waitMs = moved.atMs - now())
        await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, 20)))
      count += 1
      if (count % 200 === 0) await new Promise((resolve) => setImmediate(resolve))
      if (moved.kind === 'trade') {
        candles.count(moved)
        record.count(moved)
      }
      if (options.remember === true) played.push(moved)
      send(moved)
    }
    pastIsPlayed()
  }
  const finished = play()
  const cut = () => {
    for (const socket of listening.keys()) socket.terminate()
  }
  return {
    ...switches,
    cut,
    slowRest: (byMs) => {
      restDelayMs = byMs
    },
    changeKlines: (change) => {
      changeRows = change
    },
    changeRecord: (change) => {
      changeRecord = change
    },
    say: (text) => {
      for (const socket of listening.keys()) socket.send(text)
    },
    restUrl: `http://127.0.0.1:${restPort}`,
    streamUrl: `ws://127.0.0.1:${streamPort}`,
    shifted,
    caughtUp,
    played: () => played,
    connections: () => listening.size,
    finished,
    close: async () => {
      closed = true
      clearInterval(pings)
      notifyConnected()
      cut()
      sockets.close()
      rest.closeAllConnections()
      await Promise.all([rest, streamServer].map((server) => new Promise((resolve) => server.close(resolve))))
      await finished.catch(() => undefined)
    },
  }
}
