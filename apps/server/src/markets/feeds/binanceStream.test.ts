import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { maintainStream } from './binanceStream.ts'

const impatient = { firstRetryMs: 5, longestRetryMs: 5, silenceMs: 600, renewMs: 3_600_000, answerMs: 8000 }
let exchange: WebSocketServer
let stream: ReturnType<typeof maintainStream> | null = null
/** Says something on every connection again and again. */
let say: (socket: WebSocket) => void
let closings: number
let saying: NodeJS.Timeout

beforeEach(async () => {
  exchange = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(exchange, 'listening')
  say = () => undefined
  closings = 0
  saying = setInterval(() => {
    for (const socket of exchange.clients) say(socket)
  }, 10)
})
afterEach(() => {
  stream?.close()
  clearInterval(saying)
  exchange.close()
})

const connect = async (): Promise<void> => {
  const { port } = exchange.address() as AddressInfo
  const connection = once(exchange, 'connection')
  const events = {
    opened: () => undefined,
    message: () => false,
    closed: () => {
      closings += 1
    },
  }
  stream = maintainStream(`ws://127.0.0.1:${port}`, events, impatient)
  await connection
}

it.each([
  ['pings alone', (socket: WebSocket) => socket.ping()],
  ['what cannot be used', (socket: WebSocket) => socket.send('<html>')],
])('opens a connection anew on which come %s', async (_, saidBy) => {
  say = saidBy
  await connect()
  await once(exchange, 'connection')
  expect(closings).toBe(1)
})
