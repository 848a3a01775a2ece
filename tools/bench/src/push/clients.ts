import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import { nowMs } from './server.ts'

/** What the clients of one server have got. */
export type Crowd = {
  readonly bytes: () => number
  /** How old the oldest update was that each message of a watching client stood for, milliseconds. */
  readonly staleness: number[]
  /** When own events arrived, by their number. */
  readonly events: Map<number, number>
  readonly close: () => void
}

const atOnce = 50
const subscribe = JSON.stringify({ op: 'subscribe', args: ['quotes'] })

/** A masked text frame of less than 126 bytes, as a client sends it. */
const clientFrame = (text: string): Buffer => {
  const mask = randomBytes(4)
  const body = Buffer.from(text).map((byte, at) => byte ^ (mask[at % 4] ?? 0))
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length]), mask, body])
}

/** A client that counts bytes and reads nothing, so that a thousand of them cost little. */
const countingClient = async (port: number, count: (bytes: number) => void): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET /ws?token=visitor HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  await once(socket, 'data')
  socket.on('data', (chunk: Buffer) => count(chunk.length))
  socket.on('error', () => undefined)
  socket.write(clientFrame(subscribe))
  return socket
}

/** Connects a crowd: most only count, some read what they get and are signed in as customers from 1. */
export const connectCrowd = async (
  port: number,
  { counting, watching, periodMs }: { counting: number; watching: number; periodMs: number },
): Promise<Crowd> => {
  let bytes = 0
  const staleness: number[] = []
  const events = new Map<number, number>()
  const sockets: (Socket | WebSocket)[] = []
  const count = (got: number): void => {
    bytes += got
  }
  // A few at a time: the queue of connections that wait to be accepted is short.
  for (let open = 0; open < counting; open += atOnce) {
    const many = Math.min(atOnce, counting - open)
    sockets.push(...(await Promise.all(Array.from({ length: many }, () => countingClient(port, count)))))
  }
  for (let uid = 1; uid <= watching; uid += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?token=user-${uid}`)
    const last = new Map<string, number>()
    socket.on('message', (data: Buffer) => {
      bytes += data.length
      const message = JSON.parse(data.toString())
      if (message.e === 'CLOSE_LEVER_ORDER') events.set(message.data.id, nowMs())
      if (message.e !== 'QUOTES') return
      // Updates of a symbol that this one replaced waited as long as the oldest of them.
      const before = last.get(message.s)
      const oldest = before === undefined ? message.T : Math.min(message.T, before + periodMs)
      last.set(message.s, message.T)
      staleness.push(nowMs() - oldest)
    })
    await once(socket, 'open')
    socket.send(subscribe)
    sockets.push(socket)
  }
  return {
    bytes: () => bytes,
    staleness,
    events,
    close: () => {
      for (const socket of sockets) socket instanceof WebSocket ? socket.terminate() : socket.destroy()
    },
  }
}
