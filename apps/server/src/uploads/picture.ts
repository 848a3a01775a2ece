import { domainError } from '@glasshouse/core/errors/registry'

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A re-encoded picture: it contains only the visible image of the uploaded file. */
export type Picture = {
  readonly type: PictureType
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** Maximum size of a file in bytes. */
export const maxFileBytes = 5 * 1024 * 1024
/** Maximum pixels and maximum side, read from the header before decompression. */
const maxPixels = 40_000_000
const maxSide = 16_000
/** Larger pictures are reduced to this side in pixels; a page of a document stays readable. */
const keptSide = 3000
/** Re-encoding takes about a second at most; a longer run is an attack. Seconds. */
const drawnWithinSeconds = 10

const beginsWith = (bytes: Buffer, at: number, sign: string): boolean =>
  bytes.subarray(at, at + sign.length).toString('latin1') === sign

/**
 * Image type by the first bytes; null for every other type. Names and declared types are ignored.
 *
 * @example detectImageType(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) // null
 */
export const detectImageType = (bytes: Buffer): PictureType | null => {
  if (beginsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (beginsWith(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (beginsWith(bytes, 0, 'RIFF') && beginsWith(bytes, 8, 'WEBP')) return 'image/webp'
  return null
}

const notAPicture = () => domainError('invalidField', { field: 'file' })

/** Loaded with the first picture, so that an idle server does not hold the decoder in memory. */
const openSharp = async () => {
  const { default: sharp } = await import('sharp')
  // One thread per picture, and no cache between pictures.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

type Sharp = Awaited<ReturnType<typeof openSharp>>
type Drawing = ReturnType<Sharp>

const encode = (drawing: Drawing, type: PictureType): Drawing => {
  if (type === 'image/png') return drawing.png({ compressionLevel: 7 })
  if (type === 'image/webp') return drawing.webp({ quality: 88, effort: 2 })
  return drawing.flatten({ background: '#fff' }).jpeg({ quality: 88 })
}

const formats = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' } as const

const drawAnew = async (sharp: Sharp, file: Buffer, type: PictureType): Promise<Picture> => {
  const read = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 } as const
  const head = await sharp(file, read).metadata()
  if (head.format !== formats[type] || Math.max(head.width, head.height) > maxSide) throw notAPicture()
  const draw = (as: PictureType) =>
    encode(
      sharp(file, read)
        .timeout({ seconds: drawnWithinSeconds })
        // Rotates by the orientation tag before the metadata is dropped.
        .autoOrient()
        .resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb'),
      as,
    ).toBuffer({ resolveWithObject: true })
  const first = await draw(type)
  // Some small files become large pictures when they are re-encoded without optimization.
  const isTooLarge = first.data.length > maxFileBytes
  const { data: bytes, info } = isTooLarge ? await draw('image/jpeg') : first
  return { type: isTooLarge ? 'image/jpeg' : type, bytes, width: info.width, height: info.height }
}

/**
 * Re-encodes a file as a picture: only the first frame, upright, at most 3000 pixels a side, without metadata.
 *
 * @throws invalidField (1001, `file`) not a complete PNG, JPEG or WebP, or too many pixels
 */
export const reencodeImage = async (file: Buffer): Promise<Picture> => {
  const type = detectImageType(file)
  if (type === null) throw notAPicture()
  const sharp = await openSharp()
  return drawAnew(sharp, file, type).catch(() => {
    throw notAPicture()
  })
}
