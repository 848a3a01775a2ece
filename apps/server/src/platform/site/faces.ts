import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createCachedAsset, type Served, sendCachedAsset } from './cachedAsset.ts'

const sheetFile = createRequire(import.meta.url).resolve('@fontsource-variable/inter/wght.css')
const fileOf = /url\(\.\/files\/([a-z-]+\.woff2)\)/g

/** Font faces of the pages rendered by the server; a browser fetches only the needed scripts. */
export const faceSheet = (): string => readFileSync(sheetFile, 'utf8').replace(fileOf, 'url(/faces/$1)')

const aDay = 'public, max-age=86400'

/** Serves the font files of the style sheet below `/faces/`. */
export const openFaces = (app: FastifyInstance): void => {
  const names = [...readFileSync(sheetFile, 'utf8').matchAll(fileOf)].map(([, name = '']) => name)
  const packed = new Map<string, Promise<Served>>()
  const pack = (name: string): Promise<Served> => {
    const known = packed.get(name)
    if (known !== undefined) return known
    const made = createCachedAsset('font/woff2', readFileSync(join(dirname(sheetFile), 'files', name)))
    packed.set(name, made)
    return made
  }
  for (const name of names)
    app.get(`/faces/${name}`, async (request, reply) =>
      sendCachedAsset(request, reply, await pack(name), aDay),
    )
}
