/**
 * Compresses the messages of one batch for `permessage-deflate` (RFC 7692 on RFC 1951) with a result that is equal for
 * all readers: later messages of a batch refer only to earlier ones of the same batch. A reader's window contains
 * everything it has received, so the batch can be inflated at any position of its stream. zlib would need a separate
 * state per reader.
 */

const shortest = 4
const longest = 258
/** Maximum distance of a reference. */
const windowSize = 4096
const slots = 4096

type Code = { readonly bits: number; readonly length: number }

const reversed = (value: number, length: number): number => {
  let turned = 0
  for (let at = 0; at < length; at += 1) turned |= ((value >> at) & 1) << (length - 1 - at)
  return turned
}

/** Fixed code of a literal or length symbol (RFC 1951, 3.2.6). */
const fixedCode = (symbol: number): Code => {
  if (symbol < 144) return { bits: reversed(0x30 + symbol, 8), length: 8 }
  if (symbol < 256) return { bits: reversed(0x190 + symbol - 144, 9), length: 9 }
  if (symbol < 280) return { bits: reversed(symbol - 256, 7), length: 7 }
  return { bits: reversed(0xc0 + symbol - 280, 8), length: 8 }
}

const literals = Array.from({ length: 256 }, (_, symbol) => fixedCode(symbol))

/** Extra bits of the length symbols from 257 and of the distance symbols from 0 (RFC 1951, 3.2.5). */
const lengthExtras = Array.from({ length: 28 }, (_, at) => (at < 8 ? 0 : (at >> 2) - 1))
const distanceExtras = Array.from({ length: 30 }, (_, at) => (at < 4 ? 0 : (at >> 1) - 1))

/** Codes of a number that is encoded as a symbol and an offset, smallest number first. */
const written = (
  extras: readonly number[],
  first: number,
  last: number,
  codeOf: (at: number) => Code,
): readonly Code[] => {
  const codes: Code[] = []
  extras.forEach((extra, at) => {
    const { bits, length } = codeOf(at)
    for (let offset = 0; offset < 1 << extra && first + codes.length <= last; offset += 1)
      codes.push({ bits: bits | (offset << length), length: length + extra })
  })
  return codes
}

const lengths: readonly Code[] = [
  ...written(lengthExtras, 3, longest - 1, (at) => fixedCode(257 + at)),
  fixedCode(285),
]
const distances = written(distanceExtras, 1, windowSize, (at) => ({ bits: reversed(at, 5), length: 5 }))

/** Bit writer in the order of RFC 1951, from the lowest bit of a byte. */
const createBits = (capacity: number) => {
  const bytes = Buffer.allocUnsafe(capacity)
  let size = 0
  let held = 0
  let count = 0
  const put = (bits: number, length: number): void => {
    held |= bits << count
    count += length
    for (; count >= 8; count -= 8) {
      bytes[size] = held & 0xff
      size += 1
      held >>>= 8
    }
  }
  return {
    put,
    /** Pads to a full byte and returns what was written since the last call. */
    take: (from: number): Buffer => {
      if (count > 0) put(0, 8 - count)
      return bytes.subarray(from, size)
    },
    size: (): number => size,
  }
}

const alike = (bytes: Buffer, earlier: number, at: number, end: number): number => {
  const most = Math.min(longest, end - at)
  let length = 0
  while (length < most && bytes[earlier + length] === bytes[at + length]) length += 1
  return length
}

/** Last position of each group of four bytes. */
const createPlaces = (bytes: Buffer) => {
  const places = new Int32Array(slots).fill(-1)
  return (at: number): number => {
    if (at + shortest > bytes.length) return -1
    const slot = Math.imul(bytes.readInt32LE(at), 0x9e37_79b1) >>> 20
    const earlier = places[slot] ?? -1
    places[slot] = at
    return earlier
  }
}

/**
 * Payloads of a batch's messages, to be sent in this order with nothing compressed between them.
 *
 * @example deflateFrames([Buffer.from('{"p":"65850.01"}'), Buffer.from('{"p":"65850.02"}')]).map(({ length }) => length) // [18, 7]
 */
export const deflateFrames = (messages: readonly Buffer[]): readonly Buffer[] => {
  const bytes = Buffer.concat(messages)
  // A byte takes at most nine bits, and a message's start and end three more bytes.
  const bits = createBits(bytes.length + (bytes.length >> 3) + 4 * messages.length + 8)
  const lastPlace = createPlaces(bytes)
  const write = (code: Code | undefined): void => {
    if (code !== undefined) bits.put(code.bits, code.length)
  }
  const step = (at: number, end: number): number => {
    const earlier = lastPlace(at)
    const length = earlier < 0 || at - earlier > windowSize ? 0 : alike(bytes, earlier, at, end)
    if (length < shortest) {
      write(literals[bytes[at] ?? 0])
      return at + 1
    }
    write(lengths[length - 3])
    write(distances[at - earlier - 1])
    for (let inside = at + 1; inside < at + length; inside += 1) lastPlace(inside)
    return at + length
  }
  let at = 0
  return messages.map(({ length }) => {
    const from = bits.size()
    const end = at + length
    bits.put(0b010, 3)
    while (at < end) at = step(at, end)
    // End of the block and header of an empty stored one; the protocol omits the rest of that.
    bits.put(0, 7 + 3)
    return bits.take(from)
  })
}
