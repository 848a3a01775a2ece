import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BlobStore } from './blobStore.ts'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Stores pictures under `uploads` in the data folder, readable only by the account of the product. */
export const folderBlobStore = (dataDir: string): BlobStore => {
  const root = resolve(dataDir, 'uploads')
  const placeOf = (name: string): { readonly folder: string; readonly path: string } => {
    // Names come from the database and are random; one that could escape the folder is a broken invariant.
    if (!/^[A-Za-z0-9_-]{32}$/.test(name)) throw new Error(`not the name of a picture: ${name}`)
    const folder = join(root, name.slice(0, 2))
    return { folder, path: join(folder, name) }
  }
  return {
    put: async (name, bytes) => {
      const { folder, path } = placeOf(name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(`${path}.part`, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      // Atomic: the complete file or none.
      await rename(`${path}.part`, path)
    },
    get: (name) =>
      readFile(placeOf(name).path).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
    remove: async (name) => {
      const { path } = placeOf(name)
      await rm(`${path}.part`, { force: true })
      await rm(path, { force: true })
    },
  }
}
