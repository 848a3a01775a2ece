import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { platform } from 'node:process'
import { isReachableBy, type OsAccount, postgresOsAccount } from './account.ts'
import { findPostgresBinaries } from './binaries.ts'

/** Where a database cluster lies and how its programs are run. */
export type Place = {
  readonly folder: string
  readonly account: OsAccount | null
  readonly bin: string
  readonly socketFolder: string | null
}

/** Hands a file to the account PostgreSQL runs as. */
export const own = async (path: string, account: OsAccount | null): Promise<void> => {
  if (account !== null) await chown(path, account.uid, account.gid)
}

/** Where the files go: inside the data folder, or where the plain account can reach. */
export const choosePlace = async (dataFolder: string): Promise<Place> => {
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
  return { folder, account, bin, socketFolder }
}

/** The options that run a program as an account; null means as ourselves. */
export const as = (account: OsAccount | null) =>
  account === null ? {} : { uid: account.uid, gid: account.gid }
