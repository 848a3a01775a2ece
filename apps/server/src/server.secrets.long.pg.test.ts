import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { signatureHeader } from '@glasshouse/testkit/requests'
import { apiCaller, type Caller, newcomerPassword } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

// The product as a process of its own, talking as much as it can, through every story in which it sees a secret.

let database: TestDatabase
let folder: string
let child: ChildProcess
let house: Caller
let said = ''
let seen: ReadonlyMap<string, string> = new Map()

beforeAll(async () => {
  database = await cloneDatabase()
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-secrets-'))
  await chmod(folder, 0o755)
  const environment = {
    ...process.env,
    MODE: 'practice',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'trace',
    MARKET_SYMBOLS: 'BTCUSDT',
  }
  child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { cwd: folder, env: environment })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const url = await vi.waitFor(
    () => {
      const found = /is open: http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (found === undefined) throw new Error(`not open yet: ${said.slice(-500)}`)
      return `http://127.0.0.1:${found}`
    },
    { timeout: 40_000 },
  )
  house = apiCaller(url)
})
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

const email = 'secretive@glasshouse.test'
const passwords = { next: 'NextWord2!', withdraw: 'DrawWord3!', wrong: 'WrongWord4!' }

/** Lives through registration, sign-in, two steps, both passwords, links and staff; returns every secret seen. */
const live = async (): Promise<ReadonlyMap<string, string>> => {
  const secrets = new Map<string, string>(Object.entries({ ...passwords, first: newcomerPassword }))
  const done = async (path: string, fields = {}, options = {}): Promise<unknown> => {
    const answer = await house.ask(path, fields, options)
    expect([path, answer.retCode]).toEqual([path, 0])
    return answer.data
  }
  const keep = (name: string, value: unknown): string => {
    expect(typeof value === 'string' && value.length >= 6, name).toBe(true)
    secrets.set(name, String(value))
    return String(value)
  }
  const first = await house.newcomer(email, '12025550181')
  keep('code of registration', await house.codeFor(email))
  keep('token', first.token)
  const token = first.token
  const options = { token }
  const until = Date.now() + 86_400_000
  const added = await done('/api/user/keyAdd', { name: 'Bot', scopes: 'read', until }, options)
  const apiKey = added as { key: string; secret: string }
  keep('API key', apiKey.key)
  keep('secret of the API key', apiKey.secret)
  await done('/api/user/wallet', {}, { token: apiKey.key, secret: apiKey.secret })
  await house.ask('/api/user/login', { email, pwd: passwords.wrong, type: 2 })
  await done('/api/user/withdrawPwd', { newpwd: passwords.withdraw }, options)
  await done('/api/user/setUserinfo', { username: 'Ann' }, { token, key: 'a-key' })
  const recipient = { accountType: 3, toAccount: '10001', price: '1', withdrawpsd: passwords.withdraw }
  await house.ask('/api/user/internalTransfer', recipient, options)
  await house.ask('/api/user/internalTransfer', { ...recipient, withdrawpsd: passwords.wrong }, options)
  const totp = (await done('/api/user/totp', { action: 'start' }, { token, key: 'totp' })) as {
    secret: string
  }
  const secret = keep('secret of two steps', totp.secret)
  const otp = keep('code of two steps', await generate({ secret }))
  await done('/api/user/totp', { action: 'confirm', code: otp }, options)
  await house.ask('/api/user/login', { email, pwd: newcomerPassword, type: 2, otp: '000000' })
  const introduced = (await done('/api/user/introduceCode', {}, options)) as { code: string }
  keep('introduction', introduced.code)
  keep('token introduced', await done('/api/user/introduce', { code: introduced.code }, { key: 'intro' }))
  const stream = (await done('/api/common/wsTicket', {}, options)) as { ticket: string }
  keep('ticket', stream.ticket)
  const opened = new WebSocket(`${house.url.replace('http', 'ws')}/ws?ticket=${stream.ticket}`)
  await new Promise((open) => opened.addEventListener('open', open))
  const link = (await done(
    '/api/user/statement',
    { from: '20260101', to: '20260102', format: 'csv' },
    options,
  )) as {
    url: string
  }
  keep('link', link.url.split('/').at(-1))
  await fetch(new URL(link.url, house.url))
  await done('/api/user/sendVerifyCode', { email, status: 2 })
  const verifycode = keep('code of resetting', await house.codeFor(email))
  await done('/api/user/updatePwd', { email, pwd: passwords.next, verifycode, type: 2 })
  const staff = await house.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
  keep('token of staff', staff)
  const time = Date.now()
  keep('signature', signatureHeader(staff, time, '/staff/api/me', ''))
  await house.ask('/staff/api/me', {}, { token: staff, time })
  const socket = new WebSocket(`${house.url.replace('http', 'ws')}/ws?token=${token}`)
  await new Promise((closed) => socket.addEventListener('close', closed))
  // A fault with the secret in the database's own words.
  await sql`alter table identity_session add constraint no_more check (user_agent <> 'fails')`.execute(
    database.db,
  )
  const fails = { headers: { 'User-Agent': 'fails' } }
  const fault = await house.ask('/staff/api/login', { email: 'x', pwd: passwords.wrong }, fails)
  expect(fault.retCode).not.toBe(0)
  await house.ask('/api/user/login', { email: 'demo@glasshouse.test', pwd: 'Demo123!', type: 2 }, fails)
  return secrets
}

/** Six digits can be a part of any number; a secret is only found when it stands alone. */
const holds = (text: string, secret: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text) : text.includes(secret)

it('finds a secret that stands alone and no part of a number', () => {
  expect(holds('{"code":"123456"}', '123456')).toBe(true)
  expect(holds('{"time":1234567}', '123456')).toBe(false)
  expect(holds('pwd=NextWord2!&x', passwords.next)).toBe(true)
})

it('logs no password, code, token, key, link or signature, whatever happens', async () => {
  seen = await live()
  child.kill('SIGINT')
  await once(child, 'exit')
  // The log must have been listened to: the calls are in it, and the fault is.
  for (const path of ['/api/user/register', '/api/user/updatePwd', '/staff/api/login', '/api/user/totp'])
    expect(said).toContain(`"path":"${path}"`)
  expect(said).toContain('no_more')
  expect(seen.size).toBeGreaterThanOrEqual(14)
  for (const [name, secret] of seen) expect(holds(said, secret), name).toBe(false)
})

/** A signature is kept so that a replay is known, and is worth nothing afterwards. */
const keptAsTheyAre = ['signature']

it('keeps none of them in clear in the database, but the code in the practice outbox', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables where table_schema = 'public'`.execute(database.db)
  let dump = ''
  for (const { table_name } of rows) {
    // The outbox is where codes are read, and prices are too many numbers.
    if (table_name === 'notifications_message' || table_name.startsWith('markets_')) continue
    const found = await sql`select t::text as line from ${sql.table(table_name)} t`.execute(database.db)
    dump += JSON.stringify(found.rows)
  }
  expect(dump).toContain(email)
  for (const [name, secret] of seen)
    if (!keptAsTheyAre.includes(name)) expect(holds(dump, secret), name).toBe(false)
})
