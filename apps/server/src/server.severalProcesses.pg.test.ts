import { calls } from '@glasshouse/core/calls'
import { openBucket, type TestBucket } from '@glasshouse/testkit/bucket'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer, type NatsServer, startNatsServer } from '@glasshouse/testkit/natsServer'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

/** One process that leads and two with the role `web`, on one database and a real NATS server. */

type Readiness = {
  readonly ready: boolean
  readonly waitingFor: readonly string[]
  readonly roles: Readonly<Record<string, string>>
}
const readiness = async ({ url }: TestServer): Promise<Readiness> =>
  (await (await fetch(`${url}/readyz`)).json()) as Readiness

type Market = { readonly pid: number; readonly minnumber: number }

const { example } = calls['/api/contract/buyContract']

describe.skipIf(!hasNatsServer())('several processes', () => {
  let database: TestDatabase
  let nats: NatsServer
  let bucket: TestBucket
  let leader: TestServer
  let webs: readonly [TestServer, TestServer]
  beforeAll(async () => {
    ;[database, nats, bucket] = await Promise.all([cloneSampleDatabase(), startNatsServer(), openBucket()])
    const shared = { NATS_URL: nats.url, ...bucket.settings }
    const start = (ROLES: string) => startTestServer(database, { ...shared, ROLES })
    const [one, two] = await Promise.all([start('web'), start('web')])
    webs = [one, two]
    expect(await readiness(one)).toEqual({ ready: false, waitingFor: ['leader'], roles: { web: 'waiting' } })
    leader = await start('market,engine,jobs')
    await waitUntil(async () => (await readiness(one)).ready && (await readiness(two)).ready, 60_000)
  })
  afterAll(async () => {
    for (const server of [...webs, leader]) await server.close()
    await Promise.all([nats.close(), bucket.close()])
    await database.drop()
  })

  const buy = async (server: TestServer, token: string, key: string) => {
    const { data } = await server.ask('/api/market/kList')
    const [market] = data as readonly [Market]
    const order = { ...example, pid: market.pid, number: market.minnumber, originPrice: '1', status: 0 }
    return server.ask('/api/contract/buyContract', order, { token, key })
  }

  it('serve a customer together: the page on one hears of the order placed by the other', async () => {
    const [one, two] = webs
    expect((await readiness(leader)).roles).toEqual({
      market: 'leading',
      engine: 'leading',
      jobs: 'ready',
    })
    const token = await one.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
    const socket = new WebSocket(`${one.url.replace('http', 'ws')}/ws?token=${token}`)
    const heard: string[] = []
    socket.on('message', (data) => heard.push((JSON.parse(String(data)) as { e: string }).e))
    socket.on('open', () => socket.send(JSON.stringify({ op: 'subscribe', args: ['quotes'] })))
    await waitUntil(() => heard.includes('QUOTES'))

    let placed = await buy(two, token, 'one-order')
    // 2007 until the market has both a trade and a book.
    await waitUntil(async () => {
      if (placed.retCode === 2007) placed = await buy(two, token, 'one-order')
      return placed.retCode !== 2007
    })
    expect(placed.retCode).toBe(0)
    await waitUntil(() => heard.includes('WALLET_CHANGED'))
    // The same key is the same order, whichever process it reaches.
    expect((await buy(one, token, 'one-order')).data).toEqual(placed.data)
    const { id } = placed.data as { id: number }
    expect((await one.ask('/api/contract/cheDanContract', { id: 999_999_999 }, { token })).retCode).toBe(1005)
    expect((await one.ask('/api/contract/cheDanContract', { id }, { token })).retCode).toBe(0)
    socket.close()
  })

  it('have the leader credit a bonus that is claimed at a web process, once for a key', async () => {
    const [one, two] = webs
    const { token } = await one.newcomer('bonus@glasshouse.test', '12025553941')
    const page = (await one.ask('/api/pay/pay', { action: 'sandbox', money: '1000' }, { token })).data
    await fetch(`${one.url}${page}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams() })
    const claim = (server: TestServer) => server.ask('/api/pay/claimBonus', {}, { token, key: 'one-bonus' })
    expect((await claim(two)).data).toEqual({ bonus: '300' })
    expect((await claim(one)).data).toEqual({ bonus: '300' })
    expect((await two.ask('/api/pay/claimBonus', {}, { token })).retCode).toBe(2003)
    const info = (await two.ask('/api/user/getuserinfo', {}, { token })).data
    expect(info).toMatchObject({ wallet: '1000', bonus: '300' })
  })

  it('refuse one that divides customers otherwise, and say why', async () => {
    const other = { NATS_URL: nats.url, ...bucket.settings, ROLES: 'web', ENGINE_PARTITIONS: '8' }
    await expect(startTestServer(database, other)).rejects.toThrow(
      'ENGINE_PARTITIONS: the customers of this database are divided into 16 since its first start',
    )
  })

  it('write a file of the leader wherever its link is opened, whole', async () => {
    const [one, two] = webs
    const token = await one.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
    const { data } = await one.ask('/api/user/export', {}, { token })
    const file = await (await fetch(two.url + (data as { url: string }).url)).json()
    expect(file).toMatchObject({ format: 'glasshouse-export/1', contractOrders: expect.any(Array) })
  })
})
