import { setTimeout as pause } from 'node:timers/promises'
import { calls } from '@glasshouse/core/calls'
import type { LedgerReport } from '@glasshouse/core/ledger/wire'
import { type Cluster, type Member, openCluster } from '@glasshouse/testkit/cluster'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer } from '@glasshouse/testkit/natsServer'
import type { Fields } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Processes of the product that are killed with -9, stand still or lose NATS, under load. */

const { example } = calls['/api/contract/buyContract']
/** A resting order far from the market. */
const order: Fields = { ...(example as Fields), originPrice: '1', status: 0 }

describe.skipIf(!hasNatsServer())('several processes under load', () => {
  let cluster: Cluster
  let leaders: [Member, Member]
  let webs: [Member, Member]
  let token = ''
  beforeAll(async () => {
    cluster = await openCluster()
    const { start } = cluster
    const [one, two, first] = await Promise.all([start('web'), start('web'), start('market,engine,jobs')])
    webs = [one, two]
    await becomesLeading(first)
    leaders = [first, await start('market,engine,jobs')]
    for (const web of webs) await becomesReady(web)
    token = await webs[0].signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  }, 300_000)
  afterAll(() => cluster?.close())

  const becomesReady = (member: Member) =>
    waitUntil(async () => (await member.readiness())?.ready === true, 60_000)
  const becomesLeading = async (member: Member): Promise<number> => {
    const fromMs = performance.now()
    await waitUntil(async () => (await member.readiness())?.roles.engine === 'leading', 60_000)
    return performance.now() - fromMs
  }

  /** Sends one request with its key until it is known that it was executed, to either process in turn. */
  const insist = async (path: string, fields: Fields, key: string, first: number): Promise<void> => {
    for (let at = first; ; at += 1) {
      const answer = await webs[at % 2]?.ask(path, fields, { token, key }).catch(() => null)
      if (answer?.retCode === 0) return
      const { executed = false } = (answer?.data ?? {}) as { readonly executed?: boolean }
      if (answer?.retCode === 1003 && executed) return
      // Lost with its process, not possible now, or still under way: to be repeated.
      const canRepeat = answer === null || answer === undefined || answer.status >= 429
      if (!canRepeat && ![1003, 2003, 2007].includes(answer.retCode))
        throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer)}`)
      await pause(50)
    }
  }

  /** Transfers and orders in several loops, each with a key that is repeated until it is answered. */
  const load = () => {
    const done = { transfers: 0, orders: 0 }
    let over = false
    const transfer = { type: 1, typeReverse: 1, transfervalue: '0.01' }
    const loops = [0, 1, 2, 3].map(async (loop) => {
      for (let n = 0; !over; n += 1) {
        await insist('/api/user/walletTransfer', transfer, `transfer-${loop}-${n}`, loop + n)
        done.transfers += 1
        if (loop > 0 || n % 4 > 0) continue
        await insist('/api/contract/buyContract', order, `order-${n}`, loop + n)
        done.orders += 1
      }
    })
    const all = Promise.all(loops)
    all.catch(() => undefined)
    return {
      done,
      /** Waits until so many more transfers were acknowledged. */
      goesOn: async (more: number) => {
        const upTo = done.transfers + more
        await waitUntil(() => done.transfers >= upTo, 60_000)
      },
      end: async () => {
        over = true
        await all
      },
    }
  }
  const countOf = async (table: string, where: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${sql.raw(where)}`.execute(
      cluster.database.db,
    )
    return rows[0]?.count ?? 0
  }
  const transfers = () => countOf('ledger_transaction', `cause_kind = 'walletTransfer'`)
  const orders = () => countOf('contracts_order', `status = 0`)
  /** Records of the market's log whose hash before them is not that of the record before them. */
  const unlinked = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      with record as (
        select pid, n, previous_hash, hash from markets_tick
        union all select pid, n, previous_hash, hash from markets_writer
      ), pair as (
        select previous_hash, lag(hash) over (partition by pid order by n) as before from record
      )
      select count(*)::int as count from pair where before is not null and before <> previous_hash`.execute(
      cluster.database.db,
    )
    return rows[0]?.count ?? -1
  }

  it('lose and double nothing that was acknowledged, and the books balance', async () => {
    const before = { transfers: await transfers(), orders: await orders() }
    const working = load()
    await working.goesOn(20)

    // A web process.
    webs[0].signal('SIGKILL')
    await working.goesOn(20)
    webs = [await cluster.start('web'), webs[1]]
    await becomesReady(webs[0])

    // The leader, twice: killed, and standing still until another leads.
    leaders[0].signal('SIGKILL')
    const killedMs = await becomesLeading(leaders[1])
    await working.goesOn(20)
    const third = await cluster.start('all')
    expect((await third.readiness())?.roles.engine).toBe('standby')
    leaders[1].signal('SIGSTOP')
    const stoppedMs = await becomesLeading(third)
    // From now on half of the calls reach the leader itself.
    webs = [third, webs[1]]
    await working.goesOn(20)
    leaders[1].signal('SIGCONT')
    expect(await leaders[1].exit).toBe(1)
    expect(leaders[1].printed()).toContain('Another process took over')

    // NATS.
    await cluster.nats.kill()
    await waitUntil(async () => (await webs[1].readiness())?.waitingFor.includes('nats') === true)
    await cluster.nats.start()
    await working.goesOn(20)
    for (const web of webs) await becomesReady(web)

    await working.end()
    console.log(
      `taken over ${Math.round(killedMs)} ms after kill -9, ${Math.round(stoppedMs)} ms after SIGSTOP`,
    )
    expect({
      transfers: (await transfers()) - before.transfers,
      orders: (await orders()) - before.orders,
    }).toEqual(working.done)
    expect(working.done.orders).toBeGreaterThan(2)
    expect(await unlinked()).toBe(0)
    const { data } = await webs[1].ask('/api/practice/state')
    const { invariants } = (data as { ledger: LedgerReport }).ledger
    expect(invariants.filter(({ holds }) => !holds)).toEqual([])
    // A leader that stands still keeps its lease for three seconds; one whose connection is gone, for one.
    expect(killedMs).toBeLessThan(5000)
    expect(stoppedMs).toBeLessThan(10_000)
  }, 300_000)
})
