import { execFile } from 'node:child_process'
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { promisify } from 'node:util'
import { seededRandom } from '@glasshouse/testkit/random'
import pg from 'pg'

/** Baseline of row 1: the TPC-B bank, by pgbench if available, else by a loop of this program. */
export type PlainBank = {
  readonly name: string
  /** Transactions per second of `clients` connections with prepared statements. */
  readonly rate: (forMs: number) => Promise<number>
}

const clients = 32
/** As many branches as clients, to avoid long waits for the same row. */
const scale = 32

const run = promisify(execFile)

/** Where systems install pgbench; the embedded PostgreSQL has none. */
const findPgbench = async (): Promise<string | null> => {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const folders = [...versions.map((one) => `/usr/lib/postgresql/${one}/bin`), ...(env.PATH ?? '').split(':')]
  for (const folder of folders) {
    const path = join(folder, 'pgbench')
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}

const byPgbench = async (program: string, url: string): Promise<PlainBank> => {
  await run(program, ['-i', '-q', '-s', String(scale), url])
  return {
    name: 'pgbench',
    rate: async (forMs) => {
      const seconds = String(Math.max(1, Math.round(forMs / 1000)))
      const { stdout } = await run(program, [
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '2',
        '-T',
        seconds,
        url,
      ])
      const rate = /tps = ([\d.]+) \(without/.exec(stdout)?.[1]
      if (rate === undefined) throw new Error(`pgbench printed no rate:\n${stdout}`)
      return Number.parseFloat(rate)
    },
  }
}

const tables = `
create table bank_branches (bid int primary key, bbalance int not null default 0, filler char(88));
create table bank_tellers (tid int primary key, bid int not null, tbalance int not null default 0, filler char(84));
create table bank_accounts (aid int primary key, bid int not null, abalance int not null default 0, filler char(84));
create table bank_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
insert into bank_branches (bid) select generate_series(1, ${scale});
insert into bank_tellers (tid, bid) select tid, (tid - 1) / 10 + 1 from generate_series(1, ${scale * 10}) tid;
insert into bank_accounts (aid, bid)
  select aid, (aid - 1) / 100000 + 1 from generate_series(1, ${scale * 100_000}) aid;
vacuum analyze bank_accounts;`

const statements = [
  'update bank_accounts set abalance = abalance + $1 where aid = $2',
  'select abalance from bank_accounts where aid = $1',
  'update bank_tellers set tbalance = tbalance + $1 where tid = $2',
  'update bank_branches set bbalance = bbalance + $1 where bid = $2',
  'insert into bank_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
]

const random = seededRandom(1)
const upTo = (most: number): number => random.whole(1, most)

const oneTransaction = async (client: pg.Client): Promise<void> => {
  const [aid, tid, bid, delta] = [upTo(scale * 100_000), upTo(scale * 10), upTo(scale), upTo(10_000) - 5_000]
  const values = [[delta, aid], [aid], [delta, tid], [delta, bid], [tid, bid, aid, delta]]
  await client.query('begin')
  for (const [at, text] of statements.entries())
    await client.query({ name: `bank${at}`, text, values: values[at] ?? [] })
  await client.query('commit')
}

const byOwnLoop = async (url: string): Promise<PlainBank> => {
  const first = new pg.Client({ connectionString: url })
  await first.connect()
  for (const statement of tables.split(';\n')) await first.query(statement)
  await first.end()
  return {
    name: 'TPC-B by our own loop (there is no pgbench here)',
    rate: async (forMs) => {
      const open = await Promise.all(
        Array.from({ length: clients }, async () => {
          const client = new pg.Client({ connectionString: url })
          await client.connect()
          return client
        }),
      )
      const startedAt = performance.now()
      let done = 0
      await Promise.all(
        open.map(async (client) => {
          while (performance.now() - startedAt < forMs) {
            await oneTransaction(client)
            done += 1
          }
          await client.end()
        }),
      )
      return (done * 1000) / (performance.now() - startedAt)
    },
  }
}

/** Creates the bank's tables in a database and returns its measurement. */
export const openPlainBank = async (url: string): Promise<PlainBank> => {
  const program = await findPgbench()
  return program === null ? byOwnLoop(url) : byPgbench(program, url)
}
