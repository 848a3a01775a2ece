import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { constants, inflateRawSync } from 'node:zlib'
import { createQuoteDecoder, quoteColumnsProtocol } from '@glasshouse/core/markets/quoteColumns'

/** The product with quotes in columns, the product with one message a frame, and what both are compared with. */
const contenders = ['columns', 'messages', 'socket.io'] as const
export type Contender = (typeof contenders)[number]

export const sideOf = (text: string): Contender =>
  contenders.find((contender) => contender === text) ?? 'socket.io'

/** Subscription message of a client, and the text that confirms it. */
const ours = {
  path: (user: string) => `/ws?token=${user}`,
  says: ['{"op":"subscribe","args":["quotes"]}', '{"op":"ping"}'],
  heard: '"PONG"',
}
const greetings = {
  columns: { ...ours, protocol: `Sec-WebSocket-Protocol: ${quoteColumnsProtocol}\r\n` },
  messages: { ...ours, protocol: '' },
  'socket.io': {
    path: () => '/socket.io/?EIO=4&transport=websocket',
    says: ['40'],
    heard: '40{',
    protocol: '',
  },
} as const

/** The usual address of a client on this machine. */
export const loopback = '127.0.0.1'

/** A masked text frame of less than 126 bytes, as sent by a client. */
const clientFrame = (text: string): Buffer => {
  const mask = randomBytes(4)
  const body = Buffer.from(text).map((byte, at) => byte ^ (mask[at % 4] ?? 0))
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length]), mask, body])
}

/**
 * Connects like a browser, which offers compression, and forwards the bytes after the handshake. Frames are not parsed,
 * so that a thousand clients cost little.
 *
 * @param from the address of this machine that it connects from, of which each may have so many sockets
 */
export const connectClient = async (
  side: Contender,
  port: number,
  user: string,
  hear: (chunk: Buffer) => void,
  from: string,
): Promise<Socket> => {
  const { path, says, heard, protocol } = greetings[side]
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET ${path(user)} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n${protocol}\r\n`,
  )
  await once(socket, 'data')
  for (const text of says) socket.write(clientFrame(text))
  for (let got = ''; !got.includes(heard); ) got += String((await once(socket, 'data'))[0])
  socket.on('data', hear)
  return socket
}

/** The first frame of a text and its length in bytes; null if it is incomplete. */
const firstFrame = (
  bytes: Buffer,
): { kind: number; compressed: boolean; payload: Buffer; size: number } | null => {
  const short = (bytes[1] ?? 0) & 0x7f
  const head = short < 126 ? 2 : 4
  if (bytes.length < head) return null
  const size = head + (short < 126 ? short : bytes.readUInt16BE(2))
  if (bytes.length < size) return null
  const [first = 0] = bytes
  return {
    kind: first & 0x0f,
    compressed: (first & 0x40) !== 0,
    payload: bytes.subarray(head, size),
    size,
  }
}

/**
 * Decodes the texts of one client from its chunks, compressed or not, using only zlib and the protocol; quotes in
 * columns with the decoder of pages.
 */
export const createReading = () => {
  let rest: Buffer = Buffer.alloc(0)
  let window: Buffer = Buffer.alloc(0)
  const quotes = createQuoteDecoder()
  const inflate = (payload: Buffer): Buffer => {
    const text = inflateRawSync(Buffer.concat([payload, Buffer.from([0, 0, 0xff, 0xff])]), {
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(window.length > 0 ? { dictionary: window } : {}),
    })
    window = Buffer.concat([window, text]).subarray(-32_768)
    return text
  }
  return (chunk: Buffer): string[] => {
    rest = Buffer.concat([rest, chunk])
    const texts: string[] = []
    for (let frame = firstFrame(rest); frame !== null; frame = firstFrame(rest)) {
      if (frame.kind === 1) {
        const text = (frame.compressed ? inflate(frame.payload) : frame.payload).toString()
        if (text.startsWith('{"e":"QUOTES"')) quotes.whole(JSON.parse(text))
        texts.push(text)
      }
      if (frame.kind === 2) texts.push(...quotes.columns(frame.payload).map((quote) => JSON.stringify(quote)))
      rest = rest.subarray(frame.size)
    }
    return texts
  }
}
