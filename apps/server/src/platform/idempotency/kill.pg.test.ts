import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { orderFields } from '@glasshouse/testkit/fakeServer'
import { post } from '@glasshouse/testkit/requests'
import { afterAll, beforeAll, expect, it } from 'vitest'

const program = new URL('../../../../../packages/testkit/src/listener.main.ts', import.meta.url).pathname
const startMs = 1_781_613_667_000
let database: TestDatabase
const children: ChildProcess[] = []

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.drop()
})

const start = async (mode: 'hang' | 'answer') => {
  const child = spawn(process.execPath, [program, database.url, String(startMs), mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), kill: () => child.kill('SIGKILL'), ended: once(child, 'exit') }
}
const orders = async (): Promise<number> =>
  (await database.db.selectFrom('platform_state').select('name').execute()).length
const buy = (url: string, key: string, time: number) =>
  post(url, '/api/contract/buyContract', orderFields, { token: 'user-10001', key, time })

it('does not repeat an order that was committed before the process was killed with -9', async () => {
  const first = await start('hang')
  const lost = buy(first.url, 'killed', startMs).catch(() => 'lost')
  for (let waited = 0; waited < 5000 && (await orders()) === 0; waited += 10) await wait(10)
  first.kill()
  await first.ended
  expect(await lost).toBe('lost')
  const second = await start('answer')
  expect(await buy(second.url, 'killed', startMs + 1)).toMatchObject({
    retCode: 1003,
    data: { executed: true },
  })
  expect((await buy(second.url, 'killed', startMs)).retCode).toBe(1003)
  expect(await orders()).toBe(1)
  expect((await buy(second.url, 'another', startMs + 2)).retCode).toBe(0)
})
