import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { platform } from 'node:process'
import { isReachableBy, type OsAccount, postgresOsAccount } from './account.ts'
import { findPostgresBinaries } from './binaries.ts'

/** Location of a database cluster and the account that runs its programs. */
export type Place = {
  readonly folder: string
  readonly account: OsAccount | null
  readonly bin: string
  readonly socketFolder: string | null
  /** Folder into which finished pieces of the write-ahead log are copied; null where they are not kept. */
  readonly archive: string | null
  /** Whether finished pieces stay in the data folder until a start that copies them. */
  readonly keepsLog: boolean
}

/** Changes the owner of a file to the PostgreSQL account. */
export const own = async (path: string, account: OsAccount | null): Promise<void> => {
  if (account !== null) await chown(path, account.uid, account.gid)
}

/** Location of the files: inside the data folder, or where the unprivileged account has access. */
export const choosePlace = async (dataFolder: string, archiveFolder?: string | null): Promise<Place> => {
  const account = await postgresOsAccount()
  const data = resolve(dataFolder)
  const mark = createHash('sha256').update(data).digest('hex').slice(0, 16)
  const reachable = account === null || (await isReachableBy(account, data))
  const home = reachable ? data : join('/var/lib/glasshouse', mark)
  await mkdir(home, { recursive: true })
  if (!reachable) {
    await chmod('/var/lib/glasshouse', 0o755)
    await writeFile(join(data, 'database-is-in.txt'), `${home}\n`)
  }
  const folder = join(home, 'postgres')
  const bin = await findPostgresBinaries(account, join(home, 'postgres-binaries'))
  const socketFolder = platform === 'win32' ? null : join('/tmp', `glasshouse-${mark}`)
  const archive = typeof archiveFolder === 'string' ? resolve(archiveFolder) : null
  if (archive !== null) {
    await mkdir(archive, { recursive: true, mode: 0o700 })
    await own(archive, account)
  }
  return { folder, account, bin, socketFolder, archive, keepsLog: archiveFolder === null }
}

/** Options to run a program as an account; null means the current one. */
export const as = (account: OsAccount | null) =>
  account === null ? {} : { uid: account.uid, gid: account.gid }
