import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** A local store with the S3 protocol. It has one account and does not check signatures. */
export type TestBucket = {
  /** The settings that name it. */
  readonly settings: Readonly<Record<string, string>>
  /** The names of the objects in it. */
  readonly names: () => Promise<readonly string[]>
  /** Ends the server; what is in the bucket stays. */
  readonly stop: () => Promise<void>
  /** Opens it again, at the same address. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

const name = 'pictures'
/** The one account this server knows. */
const account = 'S3RVER'

/** Opens a store with one empty bucket. */
export const openBucket = async (): Promise<TestBucket> => {
  const directory = await mkdtemp(join(tmpdir(), 'glasshouse-bucket-'))
  const open = async (port: number) => {
    const configureBuckets = [{ name }]
    const options = { address: '127.0.0.1', port, silent: true, directory, configureBuckets }
    const server = new S3rver({ ...options, vhostBuckets: false })
    return { server, port: (await server.run()).port }
  }
  let { server, port } = await open(0)
  const stop = () => server.close().catch(() => undefined)
  return {
    settings: {
      UPLOADS_S3_URL: `http://127.0.0.1:${port}`,
      UPLOADS_S3_BUCKET: name,
      UPLOADS_S3_KEY: account,
      UPLOADS_S3_SECRET: account,
    },
    names: async () => {
      const files = await readdir(join(directory, name), { recursive: true })
      return files.flatMap((file) => (file.endsWith('_object') ? [file.split('._S3rver')[0] ?? file] : []))
    },
    stop,
    start: async () => {
      ;({ server, port } = await open(port))
    },
    close: async () => {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
