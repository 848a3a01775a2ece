import { DomainError } from '@glasshouse/core/errors/registry'
import { expectDomainError } from '@glasshouse/testkit/refused'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { animatedPng, bomb, colourOf, dense, handmadePng, noise, plainPicture } from './picture.fixture.ts'
import { detectImageType, maxFileBytes, reencodeImage } from './picture.ts'

const refused = { code: 'invalidField', data: { field: 'file' } }
const refusalOf = (file: Buffer) => expectDomainError(reencodeImage(file))
const evil = '<html><script>alert(document.domain)</script><?php system($_GET[0]); ?></html>'

describe('an accepted picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is a %s, re-encoded', async (format) => {
    const file = await plainPicture(format)
    const picture = await reencodeImage(file)
    expect(picture).toMatchObject({ type: `image/${format}`, width: 24, height: 16 })
    expect(detectImageType(picture.bytes)).toBe(`image/${format}`)
    const { r, g, b } = await colourOf(picture.bytes)
    for (const [is, was] of [
      [r, 200],
      [g, 30],
      [b, 30],
    ] as const)
      expect(Math.abs(is - was)).toBeLessThan(4)
  })

  it('keeps its transparency', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0 }
    const file = await sharp({ create: { width: 8, height: 8, channels: 4, background } })
      .png()
      .toBuffer()
    expect((await sharp((await reencodeImage(file)).bytes).metadata()).hasAlpha).toBe(true)
  })

  it('is reduced to the size a page needs', async () => {
    const file = await plainPicture('png', { width: 7000, height: 3500 })
    expect(await reencodeImage(file)).toMatchObject({ width: 3000, height: 1500 })
  })

  it('stays small when a small file decompresses to much', async () => {
    const file = dense(3100)
    expect(file.length).toBeLessThan(maxFileBytes)
    const picture = await reencodeImage(file)
    expect(picture).toMatchObject({ type: 'image/jpeg', width: 3000, height: 3000 })
    expect(detectImageType(picture.bytes)).toBe('image/jpeg')
  }, 30_000)
})

describe('a rejected file', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'picture'],
    ['a page', evil],
    ['a drawing with a script', `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`],
    ['a drawing that begins like XML', `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`],
    ['a PDF', '%PDF-1.7\n1 0 obj'],
    ['a sign alone', '\x89PNG\r\n\x1a\n'],
    ['a sign before a page', `\x89PNG\r\n\x1a\n${evil}`],
    ['another sign before a page', `\xff\xd8\xff\xe0${evil}`],
    ['a third sign before a drawing', `RIFF\x40\0\0\0WEBP<svg xmlns="http://www.w3.org/2000/svg"/>`],
    ['a blank before a sign', ' \x89PNG\r\n\x1a\n'],
  ])('is %s', async (_, text) => {
    expect(await refusalOf(Buffer.from(text, 'latin1'))).toEqual(refused)
  })

  it('is a valid GIF, TIFF or AVIF', async () => {
    const file = sharp(await plainPicture('png'))
    for (const format of ['gif', 'tiff', 'avif'] as const)
      expect([format, await refusalOf(await file.clone().toFormat(format).toBuffer())]).toEqual([
        format,
        refused,
      ])
  })

  it.each(['png', 'jpeg', 'webp'] as const)('is a truncated %s', async (format) => {
    const file = format === 'webp' ? await plainPicture('webp', { width: 400 }) : await noise(200, format)
    for (const part of [0.1, 0.5, 0.9])
      expect([part, await refusalOf(file.subarray(0, Math.floor(file.length * part)))]).toEqual([
        part,
        refused,
      ])
  })

  it('is a 900-megapixel image, detected from its header', async () => {
    const file = bomb(30_000)
    expect(file.length).toBeLessThan(1_000_000)
    const before = process.memoryUsage().rss
    expect(await refusalOf(file)).toEqual(refused)
    // Decompressed it would take at least 112 MB, and 2.7 GB in colours.
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000)
  })

  it('is a picture with a side above the maximum, even with few pixels', async () => {
    const long = handmadePng(16_001, 1, { depth: 1, colour: 0 }, Buffer.alloc(2002))
    const right = handmadePng(16_000, 1, { depth: 1, colour: 0 }, Buffer.alloc(2001))
    expect(await refusalOf(long)).toEqual(refused)
    expect(await reencodeImage(right)).toMatchObject({ width: 3000, height: 1 })
  })

  it('is a picture above forty megapixels, even with short sides', async () => {
    const black = (width: number, height: number) =>
      handmadePng(width, height, { depth: 1, colour: 0 }, Buffer.alloc((width / 8 + 1) * height))
    expect(await refusalOf(black(8000, 5001))).toEqual(refused)
    expect(await reencodeImage(black(8000, 5000))).toMatchObject({ width: 3000, height: 1875 })
  })

  it('is any file that begins like a picture and continues randomly', async () => {
    const signs = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0', 'RIFF\x24\0\0\0WEBPVP8 '].map((sign) =>
      Buffer.from(sign, 'latin1'),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...signs), fc.uint8Array({ maxLength: 400 }), async (sign, rest) => {
        const failure = await reencodeImage(Buffer.concat([sign, rest])).catch((error: unknown) => error)
        expect(failure).toBeInstanceOf(DomainError)
      }),
      { numRuns: 60 },
    )
  })
})

describe('removed content', () => {
  const traces = /alert|<html|<\?php|<script|Gotcha|51\/1|acTL|fdAT|tEXt|eXIf|Exif|XMP|<x:xmpmeta/

  const zip = 'PK\x03\x04\x14\0\0\0 Gotcha.class'
  it.each([
    ['a PNG with a page behind it', 'png', evil],
    ['a JPEG with a page behind it', 'jpeg', evil],
    ['a WebP with a page behind it', 'webp', evil],
    ['a PNG that is an archive too', 'png', zip],
    ['a JPEG that is an archive too', 'jpeg', zip],
  ] as const)('includes %s', async (_, format, tail) => {
    const file = Buffer.concat([await plainPicture(format), Buffer.from(tail, 'latin1')])
    const { bytes } = await reencodeImage(file)
    expect(file.toString('latin1')).toMatch(traces)
    expect(bytes.toString('latin1')).not.toMatch(traces)
  })

  it('includes texts inside a PNG', async () => {
    const texts = [['tEXt', Buffer.from(`Comment\0${evil}`)]] as const
    const rows = Buffer.alloc(4 * 8)
    const file = handmadePng(24, 8, { depth: 1, colour: 0 }, rows, texts)
    const { bytes } = await reencodeImage(file)
    expect(file.toString('latin1')).toMatch(traces)
    expect(bytes.toString('latin1')).not.toMatch(traces)
  })

  it('includes location, author and profile of a photo', async () => {
    const exif = {
      IFD0: { Copyright: 'Gotcha' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    }
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const file = await sharp(await plainPicture(format))
        .withExif(exif)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
        .withIccProfile('p3')
        .toFormat(format)
        .toBuffer()
      expect(await sharp(file).metadata()).toHaveProperty('exif')
      const { bytes } = await reencodeImage(file)
      const left = await sharp(bytes).metadata()
      for (const name of ['exif', 'icc', 'xmp', 'iptc', 'comments'])
        expect([format, name, name in left]).toEqual([format, name, false])
      expect(bytes.toString('latin1')).not.toMatch(traces)
    }
  })

  it('includes the orientation tag: the picture is rotated upright', async () => {
    const file = await sharp(await plainPicture('jpeg', { width: 40, height: 20 }))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const picture = await reencodeImage(file)
    expect(picture).toMatchObject({ width: 20, height: 40 })
    expect((await sharp(picture.bytes).metadata()).orientation).toBeUndefined()
  })

  it('includes all frames of an animation but the first', async () => {
    const file = animatedPng()
    const { bytes } = await reencodeImage(file)
    expect(bytes.toString('latin1')).not.toMatch(traces)
    expect(await colourOf(bytes)).toEqual({ r: 255, g: 0, b: 0 })

    const frames = await Promise.all(
      [
        { r: 255, g: 0, b: 0 },
        { r: 0, g: 0, b: 255 },
      ].map((colour) => plainPicture('png', { colour })),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const still = await reencodeImage(moving)
    expect((await sharp(still.bytes).metadata()).pages ?? 1).toBe(1)
    expect(still).toMatchObject({ width: 24, height: 16 })
  })
})
