import { constants, deflateRawSync } from 'node:zlib'

/** Maximum distance of a reference; bytes. */
const windowBytes = 4096

/** A window of 4 kB and little memory: the state that zlib sets up for each message costs more than compressing it. */
const options = { finishFlush: constants.Z_SYNC_FLUSH, windowBits: 12, memLevel: 5 } as const

/** Length of the empty block that ends a flush; the protocol omits it (RFC 7692, 7.2.1). */
const flushTail = 4

/**
 * Compresses the messages of one batch for `permessage-deflate` (RFC 7692) with a result that is equal for all readers:
 * later messages of a batch refer only to earlier ones of the same batch, which zlib gets as its dictionary. A reader's
 * window contains everything it has received, so the batch can be inflated at any position of its stream. The payloads
 * must be sent in this order with nothing compressed between them.
 *
 * @example deflateFrames([Buffer.from('{"p":"65850.01"}'), Buffer.from('{"p":"65850.02"}')]).map(({ length }) => length) // [18, 8]
 */
export const deflateFrames = (messages: readonly Buffer[]): readonly Buffer[] => {
  const bytes = Buffer.concat(messages)
  let at = 0
  return messages.map((message) => {
    const earlier = bytes.subarray(Math.max(0, at - windowBytes), at)
    at += message.length
    const dictionary = earlier.length === 0 ? {} : { dictionary: earlier }
    const payload = deflateRawSync(message, { ...options, ...dictionary })
    return payload.subarray(0, payload.length - flushTail)
  })
}
