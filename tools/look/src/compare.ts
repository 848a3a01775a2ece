import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

export type Comparison = {
  readonly name: string
  /** `resized`: height or width differ, so that pixels are not compared. */
  readonly kind: 'same' | 'changed' | 'resized' | 'new'
  /** Part of the pixels that differ, 0 to 1; null where they are not compared. */
  readonly share: number | null
}

type Folders = { readonly taken: string; readonly approved: string; readonly differences: string }

/** Pixels that may differ: a cursor's edge, a rounded corner drawn one step darker. */
const allowedPixels = 12

const pixelsOf = async (file: Buffer): Promise<{ data: Buffer; width: number; height: number }> => {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Compares two pictures. The third part of the answer is a picture of the differences, or null where there is none.
 *
 * @example comparePair(approved, approved) // { kind: 'same', share: 0, difference: null }
 */
export const comparePair = async (
  approved: Buffer,
  taken: Buffer,
): Promise<{ kind: Comparison['kind']; share: number | null; difference: Buffer | null }> => {
  if (approved.equals(taken)) return { kind: 'same', share: 0, difference: null }
  const [before, now] = await Promise.all([pixelsOf(approved), pixelsOf(taken)])
  const { width, height } = now
  if (before.width !== width || before.height !== height)
    return { kind: 'resized', share: null, difference: null }
  const marked = Buffer.alloc(now.data.length)
  const differing = pixelmatch(before.data, now.data, marked, width, height, { threshold: 0.1 })
  const share = differing / (width * height)
  if (differing <= allowedPixels) return { kind: 'same', share, difference: null }
  const difference = await sharp(marked, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return { kind: 'changed', share, difference }
}

const contentOf = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

/** Compares the pictures with the approved ones of the same name, and writes a picture of each difference. */
export const comparePictures = async (
  names: readonly string[],
  { taken, approved, differences }: Folders,
): Promise<readonly Comparison[]> => {
  const results: Comparison[] = []
  for (const name of names) {
    const before = await contentOf(join(approved, name))
    if (before === null) {
      results.push({ name, kind: 'new', share: null })
      continue
    }
    const { difference, ...result } = await comparePair(before, await readFile(join(taken, name)))
    if (difference !== null) await sharp(difference).toFile(join(differences, name))
    results.push({ name, ...result })
  }
  return results
}
