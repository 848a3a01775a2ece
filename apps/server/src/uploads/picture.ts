import { domainError } from '@glasshouse/core/errors/registry'

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A picture that was drawn anew: nothing is left of the file it came in but what can be seen. */
export type Picture = {
  readonly type: PictureType
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** The most bytes a file may have. */
export const maxFileBytes = 5 * 1024 * 1024
/** The most pixels a picture may have, and the longest side, read from its head before anything is unpacked. */
const mostPixels = 40_000_000
const longestSide = 16_000
/** Larger pictures are made this large; a page of a document can still be read. */
const keptSide = 3000
/** Drawing a picture anew takes about a second at most; whatever takes this long was made to. */
const drawnWithinSeconds = 10

const beginsWith = (bytes: Buffer, at: number, sign: string): boolean =>
  bytes.subarray(at, at + sign.length).toString('latin1') === sign

/**
 * What a file is by its first bytes; null for everything that is not taken. Names and declared types count for
 * nothing.
 *
 * @example typeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) // null
 */
export const detectImageType = (bytes: Buffer): PictureType | null => {
  if (beginsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (beginsWith(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (beginsWith(bytes, 0, 'RIFF') && beginsWith(bytes, 8, 'WEBP')) return 'image/webp'
  return null
}

const notAPicture = () => domainError('invalidField', { field: 'file' })

/** Loaded when the first picture comes: a house that sees none does not carry the decoder. */
const openSharp = async () => {
  const { default: sharp } = await import('sharp')
  // One thread for each picture, and nothing kept between them.
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
  const read = { limitInputPixels: mostPixels, failOn: 'error', pages: 1 } as const
  const head = await sharp(file, read).metadata()
  if (head.format !== formats[type] || Math.max(head.width, head.height) > longestSide) throw notAPicture()
  const draw = (as: PictureType) =>
    encode(
      sharp(file, read)
        .timeout({ seconds: drawnWithinSeconds })
        // Turned upright by what the camera noted, before the note itself is left out.
        .autoOrient()
        .resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb'),
      as,
    ).toBuffer({ resolveWithObject: true })
  const first = await draw(type)
  // Some small files are large pictures when they are drawn without tricks.
  const isTooLarge = first.data.length > maxFileBytes
  const { data: bytes, info } = isTooLarge ? await draw('image/jpeg') : first
  return { type: isTooLarge ? 'image/jpeg' : type, bytes, width: info.width, height: info.height }
}

/**
 * Reads a file as a picture and draws it anew: only the first frame, upright, at most 3000 pixels a side, without
 * any metadata. Refuses 1001 (`file`) for whatever is no whole PNG, JPEG or WebP, or has too many pixels.
 */
export const reencodeImage = async (file: Buffer): Promise<Picture> => {
  const type = detectImageType(file)
  if (type === null) throw notAPicture()
  const sharp = await openSharp()
  return drawAnew(sharp, file, type).catch(() => {
    throw notAPicture()
  })
}
