import { deflateFrames } from './deflate.ts'

const text = 0x81
const compressedText = 0xc1

const frameOf = (first: number, payload: Buffer): Buffer => {
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
  payload.copy(frame, head)
  return frame
}

/**
 * One unmasked WebSocket text frame (RFC 6455). Built once and written to every reader as it is, which is
 * what makes a thousand readers cheap. Not compressed, which a reader with compression may be sent too.
 */
export const textFrame = (words: string): Buffer => frameOf(text, Buffer.from(words, 'utf8'))

/** A message of the stream as a frame. */
export const messageFrame = (message: object): Buffer => textFrame(JSON.stringify(message))

/** Messages that are always sent together, one frame each; built when the first reader wants them so. */
export type FrameBatch = {
  readonly plain: () => Buffer
  /** For readers that agreed to `permessage-deflate`. */
  readonly compressed: () => Buffer
}

/** Makes a batch of messages; each is serialised once, whoever reads it. */
export const frameBatch = (messages: readonly object[]): FrameBatch => {
  const payloads = messages.map((message) => Buffer.from(JSON.stringify(message), 'utf8'))
  const framed = (first: number, all: readonly Buffer[]): Buffer =>
    Buffer.concat(all.map((payload) => frameOf(first, payload)))
  let plain: Buffer | undefined
  let compressed: Buffer | undefined
  return {
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
