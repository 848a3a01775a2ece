import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { avatars } from '@glasshouse/core/identity/wire'
import { expect, it } from 'vitest'
import { type Drawing, drawings } from './drawings.ts'

/** Colours by tone; a file does not know whether the page is in day or night mode. */
const tones: Readonly<Record<Drawing['tone'], string>> = {
  1: '#2f7d5b',
  2: '#5b63b7',
  3: '#0b6b85',
  4: '#8a5a2b',
  5: '#b7791f',
}

/** An avatar as the SVG file that the calls name: `public/avatars/<index>.svg`. */
const avatarFile = ({ tone, area, lines }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 40 40" width="80" height="80"><title>Avatar</title><circle cx="16" cy="16" r="19.5" fill="#eef2f3" stroke="#c8d2d4" stroke-width=".75"/><path d="${area}" fill="${tones[tone]}" opacity=".32"/><path d="${lines}" fill="none" stroke="#41525a" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>\n`

it('has a unique drawing for every index of the wire', () => {
  expect(drawings).toHaveLength(avatars)
  expect(new Set(drawings.map(({ lines }) => lines)).size).toBe(avatars)
})

it('has a file for every index, with the same drawing', async () => {
  for (const [index, drawing] of drawings.entries()) {
    const file = join(import.meta.dirname, `../../../public/avatars/${index}.svg`)
    expect(await readFile(file, 'utf8')).toBe(avatarFile(drawing))
  }
})
