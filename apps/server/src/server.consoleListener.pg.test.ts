import { request } from 'node:http'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { scratchFolder } from '@glasshouse/testkit/scratch'
import { apiCaller } from '@glasshouse/testkit/testServer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InvalidSettingsError, readSettings } from './platform/settings/index.ts'
import { type Server, startServer } from './server.ts'

/** The staff console on a listener of its own. */

let database: TestDatabase
let server: Server
let folder: Awaited<ReturnType<typeof scratchFolder>>
const ports = { open: 0, console: 0 }
beforeAll(async () => {
  database = await cloneSampleDatabase()
  folder = await scratchFolder('console')
  server = await startServer(
    readSettings({
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      PORT: '0',
      CONSOLE_PORT: '0',
      CONSOLE_URL: 'https://desk.example.com',
      LOG_LEVEL: 'silent',
      MARKET_SYMBOLS: 'BTCUSDT',
      STATEMENT_TIMEOUT_MS: '10000',
      COMMAND_TIMEOUT_MS: '2000',
    }),
  )
  ports.open = Number.parseInt(new URL(server.address).port, 10)
  ports.console = server.consolePort ?? 0
})
afterAll(async () => {
  await server.close()
  await database.drop()
  await folder.remove()
})

type Sent = { readonly method?: string; readonly host?: string; readonly origin?: string }
/** The status of a request with exactly these headers. */
const statusOf = (port: number, path: string, { method = 'GET', host, origin }: Sent = {}) =>
  new Promise<number | undefined>((done, failed) => {
    const headers = {
      host: host ?? `127.0.0.1:${port}`,
      ...(origin === undefined ? {} : { origin }),
      ...(method === 'POST'
        ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }
        : {}),
    }
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      answer.resume()
      done(answer.statusCode)
    })
    sent.on('error', failed)
    sent.end()
  })

describe('the public listener', () => {
  it.each([
    ['GET', '/console'],
    ['GET', '/console/customers?x=1'],
    ['HEAD', '/console'],
    ['POST', '/staff/api/login'],
    ['POST', '/staff/api/me'],
    ['POST', '/staff/api/uploadPicture'],
    ['POST', '/%73taff/api/login'],
    ['POST', '/staff%2Fapi/login'],
  ])('answers 404 to %s %s', async (method, path) => {
    expect(await statusOf(ports.open, path, { method })).toBe(404)
  })

  it('answers everything else', async () => {
    const open = apiCaller(`http://127.0.0.1:${ports.open}`)
    expect((await open.ask('/api/market/kList')).retCode).toBe(0)
    expect(await statusOf(ports.open, '/healthz')).toBe(200)
    expect(await statusOf(ports.open, '/.well-known/glasshouse-keys.json')).toBe(200)
  })
})

describe('the listener of the console', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/m/contract'],
    ['GET', '/consoles'],
    ['POST', '/api/market/kList'],
    ['POST', '/api/user/login'],
    ['GET', '/api/docs'],
    ['GET', '/.well-known/glasshouse-keys.json'],
    ['GET', '/download/statement?link=x'],
  ])('answers 404 to %s %s', async (method, path) => {
    expect(await statusOf(ports.console, path, { method })).toBe(404)
  })

  it('serves the console and the calls of staff', async () => {
    expect(await statusOf(ports.console, '/console')).not.toBe(404)
    expect(await statusOf(ports.console, '/healthz')).toBe(200)
    const consoleCaller = apiCaller(`http://127.0.0.1:${ports.console}`)
    const token = await consoleCaller.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
    expect((await consoleCaller.ask('/staff/api/me', {}, { token })).retCode).toBe(0)
    // What the console shows of the ledger and of reports; no other call of the public pages.
    expect((await consoleCaller.ask('/api/trust/status')).retCode).toBe(0)
    expect((await consoleCaller.ask('/api/trust/liabilityList', { pageNum: 1, pageSize: 1 })).retCode).toBe(0)
    expect(await statusOf(ports.console, '/api/trust/key', { method: 'POST' })).toBe(404)
    expect(server.consoleAddress).toBe('https://desk.example.com')
    expect(server.greeting).toContain('https://desk.example.com/console')
  })

  it('answers by its own names only', async () => {
    expect(await statusOf(ports.console, '/healthz', { host: 'desk.example.com' })).toBe(200)
    expect(await statusOf(ports.console, '/healthz', { host: `localhost:${ports.console}` })).toBe(200)
    for (const host of ['attacker.example', `attacker.example:${ports.console}`, 'localhost'])
      expect([host, await statusOf(ports.console, '/console', { host })]).toEqual([host, 404])
  })

  it('refuses requests of pages of other sites', async () => {
    const call = (origin: string) =>
      statusOf(ports.console, '/staff/api/login', { method: 'POST', host: 'desk.example.com', origin })
    expect(await call('https://desk.example.com')).toBe(200)
    for (const origin of ['https://attacker.example', 'null', `http://127.0.0.1:${ports.open}`])
      expect([origin, await call(origin)]).toEqual([origin, 403])
  })

  it('does not serve the push stream', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${ports.console}/ws`)
    const ended = await new Promise((done) => {
      socket.addEventListener('error', () => done('refused'))
      socket.addEventListener('open', () => done('open'))
    })
    expect(ended).toBe('refused')
  })
})

it('needs its address where it is not on loopback', () => {
  const outside = { CONSOLE_PORT: '4000', CONSOLE_HOST: '0.0.0.0' }
  expect(() => readSettings(outside)).toThrow(InvalidSettingsError)
  expect(readSettings({ ...outside, CONSOLE_URL: 'https://desk.example.com' }).CONSOLE_PORT).toBe(4000)
})
