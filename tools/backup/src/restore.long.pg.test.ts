import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from '@glasshouse/testkit/scratch'
import { apiCaller, newcomerPassword } from '@glasshouse/testkit/testServer'
import pg from 'pg'
import { expect, it } from 'vitest'
import { takeBaseBackup } from '../../../apps/server/src/platform/postgres/backup.ts'
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/index.ts'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { startServer } from '../../../apps/server/src/server.ts'
import { exportDay } from '../../verify/src/export.ts'

/** A base backup of the running product, its archived log, and a restore to an instant in between. */

const openProduct = async (folder: string, archive?: string) => {
  const server = await startServer(
    readSettings({
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
      MARKET_SYMBOLS: 'BTCUSDT',
      STATEMENT_TIMEOUT_MS: '10000',
      COMMAND_TIMEOUT_MS: '2000',
      ...(archive === undefined ? {} : { DATABASE_ARCHIVE_DIR: archive }),
    }),
  )
  return { server, ...apiCaller(server.address.replace('localhost', '127.0.0.1')) }
}

/** Runs statements as the owner of the database of a running product. */
const asOwner = async <T>(
  folder: string,
  work: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> => {
  const { url } = await startEmbeddedPostgres(folder, 0)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client, url)
  } finally {
    await client.end()
  }
}

/** The instant of the database, once everything before it is archived. */
const archived = (folder: string) =>
  asOwner(folder, async (client) => {
    const { rows } = await client.query<{ ms: string; file: string }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms, pg_walfile_name(pg_switch_wal()) as file`,
    )
    const { file = '', ms = '0' } = rows[0] ?? {}
    await expect
      .poll(
        async () => {
          const found = await client.query(
            'select last_archived_wal >= $1 as is_done from pg_stat_archiver',
            [file],
          )
          return found.rows[0]?.is_done
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    return Number.parseInt(ms, 10)
  })

const position = Object.fromEntries(
  ['levertype=1', 'multiple=10', 'pid=1', 'number=2', 'status=1', 'type=1'].map((field) => field.split('=')),
)

it('restores the product to an instant, with sound books and verified receipts', async () => {
  const scratch = await scratchFolder('backup')
  const [data, base, archive, restored, out] = ['data', 'base', 'archive', 'restored', 'day'].map((name) =>
    join(scratch.path, name),
  ) as [string, string, string, string, string]
  const product = await openProduct(data, archive)
  await product.newcomer('before@glasshouse.test', '12025550161')
  await asOwner(data, (_, url) => takeBaseBackup(url, data, base))
  await product.newcomer('between@glasshouse.test', '12025550162')
  const token = await product.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  const { data: depth } = await product.ask('/api/market/depth', { pid: 1 })
  const order = { ...position, originPrice: (depth as { asks: [string, string][] }).asks[0]?.[0] ?? '' }
  const bought = await product.ask('/api/contract/buyContract', order, { token })
  expect(bought.retCode).toBe(0)
  const { id } = bought.data as { id: number }
  const receipt = (await product.ask('/api/contract/receipt', { id }, { token })).data
  const instant = await archived(data)
  // What happens after the instant is in the archive, and not in the restored product.
  await product.newcomer('after@glasshouse.test', '12025550163')
  await archived(data)
  await product.server.close()
  expect((await readdir(archive)).some((name) => name.endsWith('.part'))).toBe(false)

  const program = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' })
  const to = new Date(instant).toISOString()
  const from = ['restore', '--base', base, '--archive', archive, '--data', restored, '--to', to]
  expect(program(...from)).toMatchObject({ status: 0, stderr: '' })
  expect(program(...from)).toMatchObject({ status: 1, stderr: expect.stringContaining('already has') })

  const again = await openProduct(restored)
  const signIn = (email: string) =>
    again.ask('/api/user/login', { email, pwd: newcomerPassword, type: 2 }).then(({ retCode }) => retCode)
  expect(await signIn('before@glasshouse.test')).toBe(0)
  expect(await signIn('between@glasshouse.test')).toBe(0)
  expect(await signIn('after@glasshouse.test')).not.toBe(0)
  const demo = await again.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  const answered = (await again.ask('/api/contract/receipt', { id }, { token: demo })).data
  expect((answered as { events: unknown }).events).toEqual((receipt as { events: unknown }).events)
  const manager = await again.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
  const ledger = await again.ask('/staff/api/ledgerCheck', {}, { token: manager })
  expect(ledger.retCode).toBe(0)
  expect(JSON.stringify(ledger.data)).toContain('"holds":true')
  expect(JSON.stringify(ledger.data)).not.toContain('"holds":false')
  await again.server.close()

  const postgres = await startEmbeddedPostgres(restored, 0)
  await exportDay(postgres.url, new Date(instant).toISOString().slice(0, 10).replaceAll('-', ''), out)
  await postgres.stop()
  const verified = spawnSync(process.execPath, [join(import.meta.dirname, '../../verify/src/main.ts'), out], {
    encoding: 'utf8',
  })
  expect(verified.stdout).not.toMatch(/ DIFFERENCES/)
  expect(verified.status).toBe(0)
  await scratch.remove()
})
