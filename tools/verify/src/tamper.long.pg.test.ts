import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBundle } from './checks/index.ts'
import { type ListedExport, readListed } from './listed.fixture.ts'
import { auditTamperings, furtherTamperings, tampered } from './tamperings.fixture.ts'
import { type TradedDay, tradeDay } from './tradedDay.fixture.ts'

let traded: TradedDay
let day: ListedExport
beforeAll(async () => {
  traded = await tradeDay(await mkdtemp(join(tmpdir(), 'verify-day-')))
  day = await readListed(traded.folder)
})
afterAll(async () => {
  await traded.close()
  await rm(traded.folder, { recursive: true, force: true })
})

const differencesOf = (bundle: ListedExport): readonly string[] =>
  verifyBundle(bundle).flatMap(({ name, differences }) =>
    differences.map(({ where, what }) => `${name}: ${where}: ${what}`),
  )

it('finds no difference in an untouched day, whatever happened on it', () => {
  expect(differencesOf(day)).toEqual([])
  const kinds = new Set(day.settlements.map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual([
    'coinSold',
    'contractAmended',
    'contractClosed',
    'contractClosedPart',
    'contractOpened',
    'contractPlaced',
    'contractRevoked',
    'contractStopsSet',
    'optionPlaced',
    'optionSettled',
  ])
  expect(new Set(day.receipts.map(({ order }) => order.closeReason))).toEqual(
    new Set([null, 'user', 'loss', 'profit', 'liquidation', 'copy']),
  )
  expect(new Set(day.options.map(({ order }) => order.isWin)).size).toBeGreaterThanOrEqual(3)
  expect(day.heads.length).toBeGreaterThanOrEqual(4)
  expect(new Set(day.writers.map(({ event }) => event))).toEqual(new Set(['start', 'takeover', 'stop']))
  expect(day.terms.filter(({ symbol }) => symbol === 'BTCUSDT').map(({ fee }) => fee)).toEqual([
    '0.0005',
    '0.0006',
  ])
  const events = day.receipts.flatMap((receipt) => receipt.events)
  expect(events.some(({ kind, margin }) => kind === 'closed' && margin === '0')).toBe(true)
  expect(events.filter(({ entry }) => entry !== undefined).length).toBeGreaterThanOrEqual(4)
  expect(day.ticks.filter(({ fetched }) => fetched === true)).toHaveLength(2)
})

/** Runs the program; resolves with its exit code and what it printed. */
const runProgram = (...args: readonly string[]): Promise<{ status: number | null; stdout: string }> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args])
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    child.on('close', (status) => done({ status, stdout }))
  })

/** Writes an export as the product writes it, packed, so that the program reads what an attacker would hand over. */
const writeExport = async ({ day: _, keys, ...parts }: ListedExport): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'verify-tampered-'))
  for (const [name, records] of Object.entries(parts)) {
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
    await writeFile(join(folder, `${name}.jsonl.gz`), gzipSync(text))
  }
  await writeFile(join(folder, 'keys.json'), JSON.stringify(keys))
  return folder
}

const all = [...auditTamperings, ...furtherTamperings]
const exits = new Map<string, Promise<{ status: number | null; stdout: string }>>()

describe('the program finds every tampering and exits with 1', () => {
  // Two programs at a time: each of them mostly loads its modules.
  beforeAll(() => {
    const waiting: (readonly [string, ListedExport])[] = [
      ['nothing', day],
      ...all.map(([name, change]) => [name, tampered(day, change)] as const),
    ]
    const lanes: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()]
    waiting.forEach(([name, bundle], index) => {
      const exit = (lanes[index % 2] ?? Promise.resolve()).then(async () => {
        const folder = await writeExport(bundle)
        const result = await runProgram(folder)
        await rm(folder, { recursive: true, force: true })
        return result
      })
      lanes[index % 2] = exit
      exits.set(name, exit)
    })
  })

  it('but not on an untouched day', async () => {
    expect(await exits.get('nothing')).toMatchObject({ status: 0 })
  })

  it.each(all)('%s', async (name, change) => {
    expect(differencesOf(tampered(day, change))).not.toEqual([])
    const exit = await exits.get(name)
    expect(exit?.stdout).toMatch(/ DIFFERENCES/)
    expect(exit?.status).toBe(1)
  })
})

describe('the program', () => {
  const verify = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' })
  const head = () => {
    const tick = day.ticks.findLast(({ symbol }) => symbol === 'BTCUSDT')
    return `${tick?.symbol}=${tick?.n}:${tick?.hash}`
  }

  it('exits with 0 on an untouched day, also held against keys and heads that were noted', async () => {
    expect(verify(traded.folder)).toMatchObject({ status: 0 })
    const keys = join(traded.folder, 'noted-keys.json')
    await writeFile(keys, await readFile(join(traded.folder, 'keys.json')))
    expect(verify(traded.folder, '--keys', keys, '--head', head())).toMatchObject({ status: 0 })
    await writeFile(keys, JSON.stringify(day.keys.map((key) => ({ ...key, keyid: 'ab'.repeat(8) }))))
    expect(verify(traded.folder, '--keys', keys)).toMatchObject({ status: 1 })
    await rm(keys)
  })

  it('exits with 1 when a noted head is another one, or not in the log', () => {
    expect(verify(traded.folder, '--head', head().replace(/..$/, 'zz'.replaceAll('z', '0')))).toMatchObject({
      status: 1,
    })
    expect(verify(traded.folder, '--head', `BTCUSDT=999999:${'ab'.repeat(32)}`)).toMatchObject({ status: 1 })
  })

  it('exits with 1 when a file is empty', async () => {
    const path = join(traded.folder, 'settlements.jsonl')
    const text = await readFile(path)
    await writeFile(path, '')
    const { status, stdout } = verify(traded.folder)
    await writeFile(path, text)
    expect({ status, says: /settlements: there are none/.test(stdout) }).toEqual({ status: 1, says: true })
  })
})
