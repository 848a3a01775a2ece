import { chown, cp, lstat, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { choosePlace, own, type Place } from './place.ts'

/** What belongs to a running server and not to a backup of its files. */
const skipped = new Set([
  'pg_wal',
  'postmaster.pid',
  'postmaster.opts',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'glasshouse.log',
])
/** Folders that PostgreSQL expects, empty. */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Copies a folder that changes meanwhile; a file that is deleted meanwhile is brought back by the log. */
const copyFolder = async (from: string, to: string, isRoot: boolean): Promise<void> => {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (isRoot && skipped.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target, false)
    else
      await cp(source, target).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
  }
}

/** Copies the pieces of the log from the first that a backup needs on; its label names that one. */
const copyLog = async (from: string, to: string, label: string): Promise<void> => {
  const [, first = ''] = /\(file ([0-9A-F]{24})\)/.exec(label) ?? []
  const names = await readdir(join(from, 'pg_wal'))
  if (!names.includes(first))
    throw new RestoreError(
      `The log went on while the database was copied, and ${first} is gone: set DATABASE_ARCHIVE_DIR, or stop the product first.`,
    )
  for (const name of names)
    if (/\.history$/.test(name) || (/^[0-9A-F]{24}$/.test(name) && name >= first))
      await cp(join(from, 'pg_wal', name), join(to, 'pg_wal', name))
}

/** Flushes a folder and everything in it to the disk. */
const syncTree = async (path: string): Promise<void> => {
  const found = await lstat(path)
  if (found.isDirectory()) for (const name of await readdir(path)) await syncTree(join(path, name))
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}

/**
 * Copies the files of a running embedded database into a new folder, from which, with the archived log, it can be
 * restored to any instant after. The product keeps running. `url` is the address of its owner.
 *
 * Where nothing copies the log, the pieces that the backup needs are put into it: it can be restored to its end.
 *
 * @param isStopped the product is, so that nothing copies the log now
 * @throws RestoreError the first of these pieces is gone already
 */
export const takeBaseBackup = async (
  url: string,
  dataFolder: string,
  out: string,
  isStopped = false,
): Promise<void> => {
  const place = await choosePlace(dataFolder)
  const folder = resolve(out)
  await mkdir(folder, { recursive: false, mode: 0o700 })
  const client = new pg.Client({ connectionString: url })
  // Lost during the copy, it rejects the statement that ends the backup; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const archiving = await client.query<{ mode: string }>("select current_setting('archive_mode') as mode")
    const isArchived = archiving.rows[0]?.mode !== 'off'
    // The backup lasts as long as this connection.
    await client.query("select pg_backup_start('glasshouse', true)")
    await copyFolder(place.folder, join(folder, 'postgres'), true)
    for (const name of emptied) await mkdir(join(folder, 'postgres', name), { recursive: true, mode: 0o700 })
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      'select labelfile, spcmapfile from pg_backup_stop($1)',
      [!isStopped],
    )
    const label = rows[0]?.labelfile ?? ''
    if (isStopped || !isArchived) await copyLog(place.folder, join(folder, 'postgres'), label)
    await writeFile(join(folder, 'postgres', 'backup_label'), label, { mode: 0o600 })
    await cp(`${place.folder}.password`, join(folder, 'postgres.password'))
    // Without this file the folder is no complete backup.
    await writeFile(join(folder, 'complete'), label)
    await syncTree(folder)
  } finally {
    await client.end()
  }
}

/** Gives everything in a folder to the account that runs PostgreSQL. */
const ownTree = async (path: string, { account }: Pick<Place, 'account'>): Promise<void> => {
  if (account === null) return
  const found = await lstat(path)
  if (found.isDirectory())
    for (const name of await readdir(path)) await ownTree(join(path, name), { account })
  await chown(path, account.uid, account.gid)
}

/** What is restored, and until which instant. */
export type RestoreInput = {
  readonly base: string
  readonly archive: string
  /** A data folder that has no database yet. */
  readonly dataFolder: string
  /** Epoch milliseconds; null: everything that was archived. */
  readonly toMs: number | null
}

/** A backup that cannot be restored; the sentence says why. */
export class RestoreError extends Error {}

/**
 * Prepares a data folder so that the next start of its embedded database recovers a base backup with the archived log
 * up to an instant and goes on from there. Nothing is written to the backup or the archive. Throws `RestoreError`.
 */
export const restoreBackup = async ({ base, archive, dataFolder, toMs }: RestoreInput): Promise<void> => {
  const isThere = (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    )
  if (!(await isThere(join(base, 'complete')))) throw new RestoreError(`${base} is no complete base backup.`)
  if (!(await isThere(archive))) throw new RestoreError(`There is no archive ${archive}.`)
  await mkdir(dataFolder, { recursive: true })
  const place = await choosePlace(dataFolder)
  if (await isThere(place.folder)) throw new RestoreError(`${dataFolder} already has a database.`)
  await cp(join(base, 'postgres'), place.folder, { recursive: true })
  await cp(join(base, 'postgres.password'), `${place.folder}.password`)
  const log = `${place.folder}-archive`
  await rm(log, { recursive: true, force: true })
  await cp(archive, log, { recursive: true })
  const target =
    toMs === null
      ? []
      : [`recovery_target_time = '${new Date(toMs).toISOString().replace('T', ' ').replace('Z', '+00')}'`]
  const settings = [
    `restore_command = 'cp "${log}/%f" "%p"'`,
    ...target,
    "recovery_target_action = 'promote'",
    '',
  ]
  await writeFile(join(place.folder, 'postgresql.auto.conf'), settings.join('\n'), { mode: 0o600 })
  await writeFile(join(place.folder, 'recovery.signal'), '')
  await ownTree(place.folder, place)
  await ownTree(log, place)
  await own(`${place.folder}.password`, place.account)
}
