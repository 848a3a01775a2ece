import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { comparePair, comparePictures } from './compare.ts'
import { missingPlans, pictureNames, sizeOf } from './pictures.ts'
import { writeReport } from './report.ts'

const picture = (width: number, dark: { side: number } | null): Promise<Buffer> => {
  const ground = sharp({ create: { width, height: 100, channels: 3, background: '#ffffff' } })
  if (dark === null) return ground.png().toBuffer()
  const square = {
    create: { width: dark.side, height: dark.side, channels: 3 as const, background: '#000000' },
  }
  return ground
    .composite([{ input: square, left: 10, top: 10 }])
    .png()
    .toBuffer()
}

it('tells a changed picture with the part that differs, and allows a few pixels', async () => {
  const plain = await picture(100, null)
  expect(await comparePair(plain, plain)).toEqual({ kind: 'same', share: 0, difference: null })
  expect(await comparePair(plain, await picture(100, { side: 3 }))).toMatchObject({
    kind: 'same',
    share: 0.0009,
  })
  const changed = await comparePair(plain, await picture(100, { side: 20 }))
  expect(changed).toMatchObject({ kind: 'changed', share: 0.04 })
  expect((await sharp(changed.difference ?? Buffer.alloc(0)).metadata()).width).toBe(100)
  expect(await comparePair(plain, await picture(101, null))).toMatchObject({ kind: 'resized', share: null })
})

it('writes the differences and a page that shows what changed first', async () => {
  const root = await mkdtemp(join(tmpdir(), 'look-'))
  try {
    const folders = {
      taken: join(root, 'taken'),
      approved: join(root, 'approved'),
      differences: join(root, 'differences'),
    }
    for (const folder of Object.values(folders)) await mkdir(folder)
    const [plain, other] = [await picture(100, null), await picture(100, { side: 20 })]
    for (const name of ['a.png', 'b.png', 'c.png']) await writeFile(join(folders.taken, name), plain)
    await writeFile(join(folders.approved, 'a.png'), plain)
    await writeFile(join(folders.approved, 'b.png'), other)
    const results = await comparePictures(['a.png', 'b.png', 'c.png'], folders)
    expect(results.map(({ kind }) => kind)).toEqual(['same', 'changed', 'new'])
    expect(await readdir(folders.differences)).toEqual(['b.png'])
    const page = await writeReport(root, folders.approved, results)
    expect(await readdir(root)).toContain('index.html')
    expect(page.endsWith('index.html')).toBe(true)
  } finally {
    await rm(root, { recursive: true })
  }
})

it('reads sizes, and refuses what is none', () => {
  expect(sizeOf('390x844')).toEqual({ width: 390, height: 844, touch: true })
  expect(sizeOf('1024x768')).toEqual({ width: 1024, height: 768, touch: false })
  expect(() => sizeOf('wide')).toThrow('not a size')
})

it('goes on with the pictures that are missing, of the screens that exist on the site', () => {
  const view = { ...sizeOf('390x844'), theme: 'day', language: 'en' } as const
  const plans = [
    { name: 'home', path: '/', who: 'visitor' },
    { name: 'markets', path: '/markets', who: 'visitor', only: 'phone' },
    { name: 'wide', path: '/wide', who: 'visitor', only: 'desktop' },
  ] as const
  expect(pictureNames(view, plans)).toEqual(['home-390-day-en.png', 'markets-390-day-en.png'])
  expect(missingPlans(view, plans, new Set(['home-390-day-en.png']))).toEqual([plans[1]])
})
