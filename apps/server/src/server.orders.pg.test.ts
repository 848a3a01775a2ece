import { calls } from '@glasshouse/core/calls'
import { partitionOf } from '@glasshouse/core/contracts/partition'
import { openBucket, type TestBucket } from '@glasshouse/testkit/bucket'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer, type NatsServer, startNatsServer } from '@glasshouse/testkit/natsServer'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A process that leads, one with the role `orders` beside it, and one that receives calls. */

type Readiness = {
  readonly waitingFor: readonly string[]
  readonly roles: Readonly<Record<string, string>>
}
const readiness = async ({ url }: TestServer): Promise<Readiness> =>
  (await (await fetch(`${url}/readyz`)).json()) as Readiness

type Market = { readonly pid: number; readonly minnumber: number }
type OrderAnswer = { readonly id: number; readonly pid: number }

const { example } = calls['/api/contract/buyContract']

describe.skipIf(!hasNatsServer())('a process with the role orders', () => {
  let database: TestDatabase
  let nats: NatsServer
  let bucket: TestBucket
  let leader: TestServer
  let web: TestServer
  let orders: TestServer | null
  beforeAll(async () => {
    ;[database, nats, bucket] = await Promise.all([cloneSampleDatabase(), startNatsServer(), openBucket()])
    orders = await start('orders')
    expect(await readiness(orders)).toMatchObject({ waitingFor: ['leader'], roles: { orders: 'waiting' } })
    ;[leader, web] = await Promise.all([start('market,engine,jobs'), start('web')])
    await waitUntil(
      async () =>
        (await readiness(web)).waitingFor.length === 0 &&
        orders !== null &&
        (await readiness(orders)).roles.orders === 'ready',
      60_000,
    )
  })
  afterAll(async () => {
    for (const server of [web, orders, leader]) await server?.close()
    await Promise.all([nats.close(), bucket.close()])
    await database.drop()
  })

  const start = (ROLES: string) =>
    startTestServer(database, { NATS_URL: nats.url, ...bucket.settings, ROLES })
  /** Which partitions an engine beside the leader has. */
  const elsewhere = async (): Promise<ReadonlySet<number>> => {
    const { rows } = await sql<{ partition: number }>`
      select partition from contracts_partition where engine is not null and until_ms > 0`.execute(
      database.db,
    )
    return new Set(rows.map(({ partition }) => partition))
  }
  let born = 0
  /** A customer on whom the process decides, or the leader, with money for orders. */
  const customer = async (isElsewhere: boolean): Promise<string> => {
    for (;;) {
      born += 1
      const { uid, token } = await web.newcomer(`orders${born}@example.com`, `1303557${1000 + born}`)
      if ((await elsewhere()).has(partitionOf(uid, 16)) !== isElsewhere) continue
      const gateway = await done('/api/pay/pay', { action: 'sandbox', money: '1000' }, token)
      await fetch(new URL(String(gateway), web.url), { method: 'POST' })
      await done('/api/user/walletTransfer', transferIn, token)
      return token
    }
  }
  const transferIn = { ...calls['/api/user/walletTransfer'].example, transfervalue: '500' }
  const done = async (path: string, fields: object, token: string): Promise<unknown> => {
    const { retCode, message, data } = await web.ask(path, fields as never, { token })
    if (retCode !== 0) throw new Error(`${path}: ${retCode} ${message} ${JSON.stringify(data)}`)
    return data
  }
  const buy = async (token: string, key: string): Promise<OrderAnswer> => {
    const { data } = await web.ask('/api/market/kList')
    const [market] = data as readonly [Market]
    const order = { ...example, pid: market.pid, number: market.minnumber, originPrice: '1', status: 0 }
    const ask = () => web.ask('/api/contract/buyContract', order, { token, key })
    let answer = await ask()
    // 2007 until the market has both a trade and a book.
    await waitUntil(async () => {
      if (answer.retCode === 2007) answer = await ask()
      return answer.retCode !== 2007
    })
    expect(answer.retCode).toBe(0)
    return answer.data as OrderAnswer
  }

  it('decides on its customers, and the leader on its own; a repeated key is answered as before when it has ended', async () => {
    expect((await elsewhere()).size).toBe(8)
    const [there, here] = [await customer(true), await customer(false)]
    const [placed, own] = [await buy(there, 'there'), await buy(here, 'here')]
    // An order of it at a limit price is armed there: cancelling it settles what was reached first.
    await done('/api/contract/cheDanContract', { id: own.id }, here)
    // Money of its customer is moved by the leader.
    await done('/api/user/walletTransfer', { ...transferIn, transfervalue: '1' }, there)
    await orders?.close()
    orders = null
    expect(await buy(there, 'there')).toEqual(placed)
    await done('/api/contract/cheDanContract', { id: placed.id }, there)
  })
})
