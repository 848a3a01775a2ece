import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Valid and invalid pictures for tests. */

type Rgb = { readonly r: number; readonly g: number; readonly b: number }

/** A picture in one colour. */
export const plainPicture = (
  format: 'png' | 'jpeg' | 'webp' | 'gif',
  { width = 24, height = 16, colour = { r: 200, g: 30, b: 30 } as Rgb } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()

/** Colour in the middle of a picture. */
export const colourOf = async (bytes: Buffer): Promise<Rgb> => {
  const { channels } = await sharp(bytes).stats()
  const [r = 0, g = 0, b = 0] = channels.map(({ mean }) => Math.round(mean))
  return { r, g, b }
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const words = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [place, number] of numbers.entries()) bytes.writeUInt32BE(number, place * 4)
  return bytes
}

const pngSign = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A PNG assembled byte by byte, with any chunks between its header and its pixels. */
export const handmadePng = (
  width: number,
  height: number,
  { depth, colour }: { readonly depth: number; readonly colour: number },
  rows: Buffer,
  between: readonly (readonly [string, Buffer])[] = [],
  after: readonly (readonly [string, Buffer])[] = [],
): Buffer =>
  Buffer.concat([
    pngSign,
    chunk('IHDR', Buffer.concat([words(width, height), Buffer.from([depth, colour, 0, 0, 0])])),
    ...between.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(rows)),
    ...after.map(([type, data]) => chunk(type, data)),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** A valid black PNG with one bit per pixel: 900 megapixels take some hundred kilobytes. */
export const bomb = (side: number): Buffer =>
  handmadePng(side, side, { depth: 1, colour: 0 }, Buffer.alloc((Math.ceil(side / 8) + 1) * side))

const rowsOf = (width: number, height: number, { r, g, b }: Rgb): Buffer =>
  Buffer.concat(
    Array.from({ length: height }, () =>
      Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from([r, g, b]))]),
    ),
  )

/** An APNG of two frames: the first red, the second blue. */
export const animatedPng = (): Buffer => {
  const [width, height] = [8, 8]
  const frame = (number: number) =>
    Buffer.concat([words(number, width, height, 0, 0), Buffer.from([0, 1, 0, 1, 0, 0])])
  const second = Buffer.concat([words(2), deflateSync(rowsOf(width, height, { r: 0, g: 0, b: 255 }))])
  return handmadePng(
    width,
    height,
    { depth: 8, colour: 2 },
    rowsOf(width, height, { r: 255, g: 0, b: 0 }),
    [
      ['acTL', words(2, 0)],
      ['fcTL', frame(0)],
    ],
    [
      ['fcTL', frame(1)],
      ['fdAT', second],
    ],
  )
}

/** Pseudorandom bytes from a fixed seed. */
const disorder = (length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let place = 0; place < length; place += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[place] = state >>> 24
  }
  return bytes
}

/** Incompressible colours. */
export const noise = (side: number, format: 'png' | 'jpeg'): Promise<Buffer> =>
  sharp(disorder(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .toFormat(format)
    .toBuffer()

/** A PNG of sixteen random colours: half a byte per pixel, and several after resizing. */
export const dense = (side: number): Buffer => {
  const colours = Buffer.from(Array.from({ length: 48 }, (_, place) => (place * 83) % 256))
  const rows = Buffer.concat(
    Array.from({ length: side }, () => [Buffer.from([0]), Buffer.alloc(Math.ceil(side / 2))]).flat(),
  )
  const noisy = disorder(rows.length)
  const line = Math.ceil(side / 2) + 1
  for (let place = 0; place < rows.length; place += 1) if (place % line !== 0) rows[place] = noisy[place] ?? 0
  return handmadePng(side, side, { depth: 4, colour: 3 }, rows, [['PLTE', colours]])
}
