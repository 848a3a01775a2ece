import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from '@glasshouse/testkit/scratch'
import pg from 'pg'
import { expect, it } from 'vitest'
import { takeBaseBackup } from '../../../apps/server/src/platform/postgres/backup.ts'
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/index.ts'

const patienceMs = 60_000
/** Works on the database as the product would open it, with its archive, and stops it. */
const withDatabase = async <T>(
  data: string,
  archive: string | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const postgres = await startEmbeddedPostgres(data, 0, 'glasshouse', patienceMs, archive)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** Writes a row and waits until its piece of the log is archived. */
const write = (data: string, archive: string, text: string) =>
  withDatabase(data, archive, async (client) => {
    await client.query('create table if not exists note (text text)')
    await client.query('insert into note values ($1)', [text])
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
    const query = 'select last_archived_wal >= $1 as is_done from pg_stat_archiver'
    await expect
      .poll(async () => (await client.query(query, [rows[0]?.file])).rows[0]?.is_done, { timeout: 30_000 })
      .toBe(true)
  })

/** Restores a backup and returns what was written. */
const restored = async (base: string, archive: string, folder: string): Promise<readonly string[]> => {
  const made = program('restore', '--base', base, '--archive', archive, '--data', folder)
  expect(made).toMatchObject({ status: 0, stderr: '' })
  const { rows } = await withDatabase(folder, undefined, (client) => client.query('select text from note'))
  return rows.map(({ text }) => text)
}

const program = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' })

it('a backup of a stopped product, and one from before it, restore what was written after', async () => {
  const scratch = await scratchFolder('stopped')
  const [data, archive, older, newer] = ['data', 'archive', 'older', 'newer'].map((name) =>
    join(scratch.path, name),
  ) as [string, string, string, string]
  const restore = (base: string, name: string) => restored(base, archive, join(scratch.path, name))
  await write(data, archive, 'first')
  expect(program('--data', data, '--out', older)).toMatchObject({ status: 0, stderr: '' })
  await write(data, archive, 'second')
  expect(program('--data', data, '--out', newer)).toMatchObject({ status: 0, stderr: '' })
  // The last backup needs nothing of the archive.
  expect(await restore(newer, 'moved')).toEqual(['first', 'second'])
  await write(data, archive, 'third')
  for (const base of [newer, older])
    expect(await restore(base, base === newer ? 'fromNewer' : 'fromOlder')).toEqual([
      'first',
      'second',
      'third',
    ])
  await scratch.remove()
})

it('a backup of a running product that archives nothing is restored to its end', async () => {
  const scratch = await scratchFolder('unarchived')
  const [data, base, none] = ['data', 'base', 'none'].map((name) => join(scratch.path, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(none)
  const postgres = await startEmbeddedPostgres(data, 0)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create table note (text text); insert into note values ('before')`)
  await takeBaseBackup(postgres.url, data, base)
  await client.query(`insert into note values ('after')`)
  await client.end()
  await postgres.stop()
  expect(await restored(base, none, join(scratch.path, 'restored'))).toEqual(['before'])
  await scratch.remove()
})
