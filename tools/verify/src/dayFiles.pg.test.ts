import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { dayText } from '@glasshouse/core/trust/heads'
import { longIt, someCases } from '@glasshouse/testkit/cases'
import { post } from '@glasshouse/testkit/requests'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRecorder } from '../../../apps/server/src/markets/service/recorder.ts'
import { buildHttp, listen } from '../../../apps/server/src/platform/http/index.ts'
import { sha256 } from '../../../apps/server/src/platform/secrets/index.ts'
import { createLog } from '../../../apps/server/src/platform/telemetry/index.ts'
import { trustPages, trustRoutes } from '../../../apps/server/src/trust/index.fixture.ts'
import { fileDays } from '../../../apps/server/src/trust/service/dayFiles/fileDay.ts'
import { folderDayStore } from '../../../apps/server/src/trust/service/dayFiles/folderDayStore.ts'
import { exportDay } from './export.ts'
import { readListed } from './listed.fixture.ts'
import { type TradedDay, tradeDay } from './tradedDay.fixture.ts'

const days = ['20260616', '20260617'] as const
const midnight = Date.UTC(2026, 5, 17)

let root: string
let traded: TradedDay
let url: string
let closeApp: () => Promise<void>
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'verify-days-'))
  // The first round begins shortly before midnight: orders, stops and options stand over it.
  traded = await tradeDay(join(root, 'export'), { startsAt: midnight - 30_000 })
  const { stage } = traded
  const settings = { ...stage.settings, DATA_DIR: root }
  const platform = { ...stage, settings, log: createLog('silent') }
  const app = buildHttp({
    platform,
    routes: [...trustRoutes(platform, [])],
    plugins: [trustPages(platform)],
    customerOf: async () => ({ kind: 'unknown' }) as never,
    staffOf: async () => ({ kind: 'unknown' }) as never,
    refuseUnknownFields: true,
  })
  url = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`
  closeApp = async () => void (await app.close())
}, 180_000)
afterAll(async () => {
  await closeApp()
  await traded.close()
  await rm(root, { recursive: true, force: true })
})

const verify = (...args: readonly string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' })
const deps = () => ({
  ...traded.stage,
  signer: traded.signer,
  store: folderDayStore(root),
  log: createLog('silent'),
})
let asked = 0
const ask = (fields: Readonly<Record<string, string>> = {}) => {
  asked += 1
  return post(url, '/api/trust/day', fields, { time: traded.stage.clock.now() + asked })
}
type Listed = readonly { readonly name: string; readonly url: string; readonly hash: string }[]
const listed = async (day: string) => ((await ask({ day })).data as { files: Listed }).files
const downloads = new Map<string, Promise<string>>()
/** The folder into which a day was downloaded, once. */
const downloaded = (day: string): Promise<string> => {
  const known =
    downloads.get(day) ??
    mkdtemp(join(root, `download-${day}-`)).then(async (folder) => {
      for (const file of await listed(day))
        await writeFile(
          join(folder, file.name),
          Buffer.from(await (await fetch(url + file.url)).arrayBuffer()),
        )
      return folder
    })
  downloads.set(day, known)
  return known
}

/** Files the waiting days and is killed when a file has been put and not noted yet. */
const killedProgram = `
  const { platformOf } = await import('@glasshouse/testkit/platform')
  const { fakeClock } = await import('@glasshouse/testkit/clock')
  const { openDatabase } = await import('./apps/server/src/platform/database/index.ts')
  const { openSigner } = await import('./apps/server/src/trust/service/signing.ts')
  const { fileDays } = await import('./apps/server/src/trust/service/dayFiles/fileDay.ts')
  const { folderDayStore } = await import('./apps/server/src/trust/service/dayFiles/folderDayStore.ts')
  const database = openDatabase(process.env.URL, 2, { statementMs: 60000, commandMs: 30000 })
  const platform = platformOf(database, fakeClock())
  const store = folderDayStore(process.env.FOLDER)
  let puts = 0
  const put = async (...args) => {
    puts += 1
    if (puts === 6) process.kill(process.pid, 'SIGKILL')
    await store.put(...args)
    if (puts === 3 && process.env.EARLY === '1') process.kill(process.pid, 'SIGKILL')
  }
  await fileDays({ ...platform, signer: await openSigner(platform), store: { ...store, put } })`

it('does not delete a tick before its day file is there', async () => {
  const { db } = traded.stage.database
  const old = sql`delete from markets_tick where n < 10 and pid = 1`
  await expect(old.execute(db)).rejects.toThrow(/younger than its day file/)
  expect((await ask()).retCode).toBe(1005)
})

it('files no day of which something may still be stored', async () => {
  // The newest heads are of the second day: the first is over, the second not.
  expect(await fileDays({ ...deps(), store: folderDayStore(join(root, 'unused')) }, () => true)).toEqual([])
  expect((await ask()).retCode).toBe(1005)
})

it('goes on after kill -9, once between writing and noting a file, once before, and makes up for missed days', async () => {
  for (const EARLY of ['1', '0']) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', killedProgram], {
      env: { ...process.env, URL: traded.databaseUrl, FOLDER: root, EARLY },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
  }
  expect((await ask()).retCode).toBe(1005)
  expect(await fileDays(deps())).toEqual([days[0]])
  // Heads of a minute two days later: everything before is stored.
  const { clock, database } = traded.stage
  clock.set(midnight + 2 * dayMs + 60_000)
  const { publishHeads } = await import('../../../apps/server/src/trust/service/heads.ts')
  await publishHeads(
    {
      ...traded.stage,
      log: createLog('silent'),
      markets: traded.stage.deps.markets,
      sequencer: { drain: async () => undefined },
      signer: traded.signer,
    },
    [midnight + 2 * dayMs],
  )
  expect(await fileDays(deps())).toEqual([days[1], '20260618'])
  expect(await fileDays(deps())).toEqual([])
  const { rows } = await sql<{ n: number }>`select count(*) as n from trust_day`.execute(database.db)
  expect(rows[0]?.n).toBe(3)
  for (const day of days) {
    const names = await readdir(join(root, 'day-files', day))
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
  }
})

describe('downloads', () => {
  it('are every file of the day under the hash of its bytes', async () => {
    for (const day of days) {
      const folder = await downloaded(day)
      const files = await listed(day)
      expect(files.map(({ name }) => name).sort()).toEqual(
        [
          'day.json',
          'entries.jsonl.gz',
          'heads.jsonl.gz',
          'keys.json',
          'options.jsonl.gz',
          'receipts.jsonl.gz',
          'settlements.jsonl.gz',
          'terms.jsonl.gz',
          'ticks-BTCUSDT.jsonl.gz',
          'ticks-ETHUSDT.jsonl.gz',
          'writers.jsonl.gz',
        ].sort(),
      )
      for (const { name, hash } of files) expect(sha256(await readFile(join(folder, name)))).toBe(hash)
    }
    expect((await ask()).data).toEqual({ files: await listed('20260618') })
    expect((await ask({ day: '20260101' })).retCode).toBe(1005)
    expect((await ask({ day: 'today' })).retCode).toBe(1001)
  })

  it('name no customer', async () => {
    for (const day of days) {
      const folder = await downloaded(day)
      const names = (await readdir(folder)).filter((name) => name.endsWith('.gz'))
      const texts = await Promise.all(names.map((name) => readFile(join(folder, name))))
      const text = texts.map((bytes) => gunzipSync(bytes).toString()).join('')
      expect(text).not.toMatch(/"(?:uid|email|phone|username|owner_id|ip)"|@example\.com/)
    }
  })

  it('are served in parts, from a cache, and not without limit', async () => {
    const file = (await listed(days[0])).find(({ name }) => name === 'ticks-BTCUSDT.jsonl.gz')
    const whole = await readFile(join(await downloaded(days[0]), file?.name ?? ''))
    const get = (headers: Record<string, string>, method = 'GET') =>
      fetch(`${url}${file?.url}`, { method, headers })
    const part = await get({ range: 'bytes=10-19' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${whole.length}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20))
    const tail = await get({ range: 'bytes=-5' })
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-5))
    expect((await get({ range: `bytes=${whole.length}-` })).status).toBe(416)
    const head = await get({}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(whole.length))
    expect(head.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const etag = head.headers.get('etag') ?? ''
    expect(etag).toBe(`"${file?.hash}"`)
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
    const stale = await get({ range: 'bytes=0-1', 'if-range': '"another"' })
    expect({ status: stale.status, length: (await stale.arrayBuffer()).byteLength }).toEqual({
      status: 200,
      length: whole.length,
    })
    for (const path of [
      '20260616/..%2f..%2fsecret',
      '20260616/missing.gz',
      '2026061/x',
      '20260616/day.json.part',
    ])
      expect((await fetch(`${url}/trust/day/${path}`)).status).toBe(404)
    const statuses: number[] = []
    for (let at = 0; at < 80 && !statuses.includes(429); at += 1)
      statuses.push((await get({}, 'HEAD')).status)
    expect(statuses).toContain(429)
    traded.stage.clock.tick(3_600_000)
  })
})

describe('npm run verify', () => {
  it.each(someCases(days, 0))('exits with 0 on the downloaded files of %s', async (day) => {
    const { status, stdout } = verify(await downloaded(day))
    expect(stdout).toMatch(/day files: 10 files; no differences/)
    expect({ status, stdout }).toMatchObject({ status: 0 })
  })

  longIt('exits with 0 on an export of the same days', async () => {
    for (const day of days) {
      const out = join(root, `export-${day}`)
      await exportDay(traded.databaseUrl, day, out)
      expect(verify(out)).toMatchObject({ status: 0 })
      const [exported, downloadedDay] = [await readListed(out), await readListed(await downloaded(day))]
      expect({ ...exported, day: null }).toEqual({ ...downloadedDay, day: null })
    }
  })

  it('finds orders, stops and options that stood over midnight in both days', async () => {
    const [first, second] = await Promise.all(days.map(async (day) => readListed(await downloaded(day))))
    const ids = new Set(first?.receipts.map(({ order }) => order.id))
    expect(second?.receipts.some(({ order }) => ids.has(order.id))).toBe(true)
    expect(first?.settlements.at(-1)?.hash).toBe(second?.settlements[0]?.previous)
    expect(first?.ticks.findLast(({ symbol }) => symbol === 'BTCUSDT')).toEqual(
      second?.ticks.find(({ symbol }) => symbol === 'BTCUSDT'),
    )
  })

  const needed = [
    'ticks-BTCUSDT.jsonl.gz',
    'writers.jsonl.gz',
    'heads.jsonl.gz',
    'settlements.jsonl.gz',
    'receipts.jsonl.gz',
    'options.jsonl.gz',
    'entries.jsonl.gz',
    'terms.jsonl.gz',
    'keys.json',
  ]
  it.each(someCases(needed, 0))(
    'exits with 1 without %s, also when day.json does not speak of it',
    async (name) => {
      const folder = await mkdtemp(join(root, 'lacking-'))
      await cp(await downloaded(days[1]), folder, { recursive: true })
      await rm(join(folder, name))
      expect(verify(folder)).toMatchObject({ status: 1 })
      await rm(join(folder, 'day.json'))
      expect(verify(folder)).toMatchObject({ status: 1 })
    },
  )

  it('exits with 1 when a file is not the one that day.json names, or its signature is not right', async () => {
    const folder = await mkdtemp(join(root, 'changed-'))
    await cp(await downloaded(days[1]), folder, { recursive: true })
    const text = gunzipSync(await readFile(join(folder, 'terms.jsonl.gz')))
    await rm(join(folder, 'terms.jsonl.gz'))
    await writeFile(join(folder, 'terms.jsonl'), text)
    expect(verify(folder).stdout).toMatch(/terms\.jsonl\.gz: it is missing, and day\.json names it/)
    const signed = JSON.parse(await readFile(join(folder, 'day.json'), 'utf8'))
    const forged = dayText(signed.keyid, days[1], [])
    await writeFile(
      join(folder, 'day.json'),
      JSON.stringify({ ...signed, text: forged, hash: sha256(forged) }),
    )
    const { status, stdout } = verify(folder)
    expect(stdout).toMatch(/day\.json: its signature is not that of its key/)
    expect(status).toBe(1)
  })

  longIt('holds a noted hash of the day against day.json', async () => {
    const folder = await downloaded(days[0])
    const { hash } = JSON.parse(await readFile(join(folder, 'day.json'), 'utf8'))
    expect(verify(folder, '--head', `day=${days[0]}:${hash}`)).toMatchObject({ status: 0 })
    expect(verify(folder, '--head', `day=${days[0]}:${'ab'.repeat(32)}`)).toMatchObject({ status: 1 })
  })
})

describe('pruning', () => {
  it('deletes what day files hold after six hours, keeps what settled, and refuses an export of the rest', async () => {
    const { stage } = traded
    const { db } = stage.database
    const count = async () => {
      const { rows } = await sql<{ log: number; kept: number; first: number | null }>`
        select (select count(*) from markets_tick where pid = 1) as log,
          (select count(*) from markets_kept_tick where pid = 1) as kept,
          (select min(n) from markets_tick where pid = 1) as first`.execute(db)
      return rows[0]
    }
    const before = await count()
    const recorder = createRecorder({ ...stage, log: createLog('silent') }, { isNear: () => false })
    await recorder.prune([1, 2])
    // Only what is six hours older than the newest tick: the first ones of the stage, whose clock was then set to the day.
    const { rows: young } = await sql<{ log: number }>`
      select count(*) as log from markets_tick where pid = 1
        and received_ms > (select max(received_ms) - ${6 * 3_600_000} from markets_tick where pid = 1)`.execute(
      db,
    )
    expect(young[0]?.log).toBeGreaterThan((before?.log ?? 0) - 3)
    expect((await count())?.log).toBe(young[0]?.log)
    stage.clock.set(midnight + 3 * dayMs)
    stage.feed.book('BTCUSDT', '60000', '60001')
    stage.feed.trade('BTCUSDT', '60000')
    await stage.deps.markets.heads()
    await recorder.prune([1, 2])
    await recorder.close()
    const after = await count()
    expect(after?.log).toBeLessThan(10)
    expect(after?.kept).toBe(before?.kept)
    await expect(exportDay(traded.databaseUrl, days[1], join(root, 'pruned'))).rejects.toThrow(
      /in the day files only/,
    )
    await expect(sql`delete from markets_tick where pid = 1`.execute(db)).rejects.toThrow(/younger than/)
    await expect(sql`delete from markets_filed`.execute(db)).rejects.toThrow(/not allowed/)
    await expect(sql`update markets_filed set n = n - 1`.execute(db)).rejects.toThrow(/does not shrink/)
  })
})
