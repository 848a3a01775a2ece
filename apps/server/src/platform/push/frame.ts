import type { EncodedQuotes } from '@glasshouse/core/markets/quoteColumns'
import { deflateFrames } from './deflate.ts'

const text = 0x81
const compressedText = 0xc1
const binary = 0x82

const frameOf = (first: number, payload: Uint8Array): Buffer => {
  const { length } = payload
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = first
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.set(payload, head)
  return frame
}

/**
 * One unmasked WebSocket text frame (RFC 6455). Built once and written unchanged to every reader, which keeps a
 * thousand readers cheap. Uncompressed frames are also valid for readers with compression.
 */
export const textFrame = (words: string): Buffer => frameOf(text, Buffer.from(words, 'utf8'))

/** Bytes as a frame; never compressed. */
const binaryFrame = (bytes: Uint8Array): Buffer => frameOf(binary, bytes)

/** A stream message as a frame. */
export const messageFrame = (message: object): Buffer => textFrame(JSON.stringify(message))

/** How a socket gets shared messages, as it negotiated. */
export type FrameEncoding = {
  /** Compressed, by `permessage-deflate`. */
  readonly inflates: boolean
  /** Quotes in columns, by the subprotocol. */
  readonly columns: boolean
}

/** Messages that are always sent together, one frame each; encoded on first use per encoding. */
export type FrameBatch = {
  readonly plain: () => Buffer
  /** For readers that negotiated `permessage-deflate`. */
  readonly compressed: () => Buffer
  /** For readers of quotes in columns; null of other topics, which they get like everyone. */
  readonly columns: Buffer | null
}

/** The frames of a batch for readers of an encoding. */
export const framesFor = (batch: FrameBatch, { inflates, columns }: FrameEncoding): Buffer =>
  (columns ? batch.columns : null) ?? (inflates ? batch.compressed() : batch.plain())

/** Quotes in columns as frames: whole ones first. */
export const columnFrames = ({ whole, columns }: EncodedQuotes): Buffer =>
  Buffer.concat([...whole.map(messageFrame), ...(columns === null ? [] : [binaryFrame(columns)])])

/** Creates a batch of messages; each is serialized once for all readers. */
export const frameBatch = (messages: readonly object[], columns: Buffer | null): FrameBatch => {
  const payloads = messages.map((message) => Buffer.from(JSON.stringify(message), 'utf8'))
  const framed = (first: number, all: readonly Buffer[]): Buffer =>
    Buffer.concat(all.map((payload) => frameOf(first, payload)))
  let plain: Buffer | undefined
  let compressed: Buffer | undefined
  return {
    columns,
    plain: () => {
      plain ??= framed(text, payloads)
      return plain
    },
    compressed: () => {
      compressed ??= framed(compressedText, deflateFrames(payloads))
      return compressed
    },
  }
}
