import { clientToWire } from '@glasshouse/core/referral/codec'
import { type ReferralLevel, referralLevels } from '@glasshouse/core/referral/rules'
import { newCustomer } from '@glasshouse/testkit/customers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../platform/transactions/index.ts'
import { payIncome, referralListeners } from './index.fixture.ts'
import { listDirectClients } from './index.ts'
import { referralPersonalData } from './personalData.ts'
import { openReferralStage, overviewOf, type ReferralStage } from './referral.fixture.ts'
import { leaveReferrer } from './service/leave.ts'
import { listClients, listIncomeSources } from './service/overview.ts'

let stage: ReferralStage
beforeAll(async () => {
  stage = await openReferralStage(payIncome)
})
afterAll(() => stage.close())

const hear = async (body: Record<string, unknown>) => {
  const [listener] = referralListeners
  if (listener === undefined) throw new Error('no one hears of a registration')
  await transact(stage.database.db, (tx) =>
    listener.hear(tx, { id: 1, atMs: 1, kind: 'customerRegistered', body }),
  )
}
const rowsOf = async (client: number) => {
  const { rows } = await sql<{ level: number; receiver: number }>`
    select level, receiver from referral_client where client = ${client} order by level`.execute(
    stage.database.db,
  )
  return rows.map(({ level, receiver }) => [level, receiver])
}
const page = { level: 1, offset: 0, limit: 10, direction: 'asc' } as const
const list = (uid: number, change: Partial<Parameters<typeof listClients>[2]> = {}) =>
  listClients(stage.database.db, uid, { ...page, ...change })
const namesOf = async (...given: Parameters<typeof list>) =>
  (await list(...given)).rows.map(({ phone }) => phone)
/** An inviter with so many clients, who joined one second after the other. */
const inviterOf = async (count: number) => {
  const inviter = await newCustomer(stage)
  const clients = []
  for (let at = 0; at < count; at += 1) {
    stage.clock.advance(1000)
    const client = await newCustomer(stage, inviter.uid)
    await hear({ uid: client.uid })
    clients.push(client)
  }
  return { uid: inviter.uid, clients }
}
const mask = (phone: string) => `${phone.slice(0, 2)}${'*'.repeat(phone.length - 5)}${phone.slice(-3)}`
const exported = async (uid: number, name: string) => {
  const part = referralPersonalData.exportParts(stage, { uid } as never).find((one) => one.name === name)
  if (part === undefined) throw new Error(`no part ${name}`)
  const found: unknown[] = []
  const rows = await part.rows()
  for await (const some of rows as AsyncIterable<unknown> | unknown[]) found.push(some)
  return found.flat()
}

describe('a registration', () => {
  it('that is heard of twice, or ten times at once, writes one row for each level', async () => {
    const { client, inviters } = await stage.chain()
    expect(await rowsOf(client)).toEqual([])
    await hear({ uid: client })
    await hear({ uid: client })
    await Promise.all(Array.from({ length: 10 }, () => hear({ uid: client })))
    expect(await rowsOf(client)).toEqual(inviters.map((uid, at) => [at + 1, uid]))
  })
  it('has three levels at most, however long the chain above is', async () => {
    const { client } = await stage.chain()
    const fifth = await newCustomer(stage, client)
    const sixth = await newCustomer(stage, fifth.uid)
    await hear({ uid: sixth.uid })
    expect((await rowsOf(sixth.uid)).map(([level]) => level)).toEqual([1, 2, 3])
    expect((await rowsOf(sixth.uid))[0]).toEqual([1, fifth.uid])
  })
  it('by the operator has no row, and one below it has as many as there are customers above', async () => {
    const top = await newCustomer(stage)
    await hear({ uid: top.uid })
    expect(await rowsOf(top.uid)).toEqual([])
    const below = await newCustomer(stage, top.uid)
    await hear({ uid: below.uid })
    expect(await rowsOf(below.uid)).toEqual([[1, top.uid]])
  })
  it('without a customer number is a defect, and one of no one writes nothing', async () => {
    for (const body of [{}, { uid: '10001' }, { uid: null }])
      await expect(hear(body)).rejects.toThrow('a registered customer has a uid')
    await hear({ uid: 99_999_999 })
    expect(await rowsOf(99_999_999)).toEqual([])
  })
  it('after the client left does not bring the inviters back', async () => {
    const { client, inviters } = await stage.chain()
    await leaveReferrer(stage, client)
    await hear({ uid: client })
    expect((await list(inviters[0])).total).toBe(0)
    expect((await overviewOf(stage.deps, client)).inviter).toBe(false)
  })
})

describe('the clients of an inviter', () => {
  it('come in pages that touch, in both directions, each once', async () => {
    const { uid, clients } = await inviterOf(7)
    const all = clients.map(({ phone }) => mask(phone))
    expect(await namesOf(uid)).toEqual(all)
    expect(await namesOf(uid, { direction: 'desc' })).toEqual(all.toReversed())
    const pages = [0, 3, 6, 9].map((offset) => list(uid, { offset, limit: 3 }))
    const found = await Promise.all(pages)
    expect(found.map(({ rows }) => rows.length)).toEqual([3, 3, 1, 0])
    expect(found.flatMap(({ rows }) => rows.map(({ phone }) => phone))).toEqual(all)
    for (const { total } of found) expect(total).toBe(7)
  })
  it('who joined in one instant keep one order over the pages', async () => {
    const inviter = await newCustomer(stage)
    const phones: string[] = []
    for (let at = 0; at < 4; at += 1) {
      const client = await newCustomer(stage, inviter.uid)
      await hear({ uid: client.uid })
      phones.push(mask(client.phone))
    }
    const singles = [0, 1, 2, 3].map((offset) => namesOf(inviter.uid, { offset, limit: 1 }))
    expect((await Promise.all(singles)).flat()).toEqual(phones)
  })
  it('are those of the asked level, and of no other inviter', async () => {
    const { client, inviters } = await stage.chain()
    await hear({ uid: client })
    for (const uid of inviters.slice(0, 2)) await hear({ uid })
    const [near, middle, top] = inviters
    const phones = async (uid: number) =>
      Promise.all(referralLevels.map(async (level) => (await list(uid, { level })).total))
    expect(await phones(near)).toEqual([1, 0, 0])
    expect(await phones(middle)).toEqual([1, 1, 0])
    expect(await phones(top)).toEqual([1, 1, 1])
    expect(await phones(client)).toEqual([0, 0, 0])
    const { levels, usercount } = await overviewOf(stage.deps, top)
    expect([usercount, ...levels.map(({ count }) => count)]).toEqual([1, 1, 1, 1])
  })
  it('who left are gone from the list, the count and the direct clients', async () => {
    const { uid, clients } = await inviterOf(3)
    const [first, second, third] = clients
    await leaveReferrer(stage, second?.uid ?? 0)
    expect(await namesOf(uid)).toEqual([first, third].map((one) => mask(one?.phone ?? '')))
    expect((await overviewOf(stage.deps, uid)).usercount).toBe(2)
    expect(await listDirectClients(stage.database.db, uid, 10)).toEqual([first?.uid, third?.uid])
    expect(await listDirectClients(stage.database.db, uid, 1)).toEqual([first?.uid])
  })
  it('show what they brought this inviter and put in, and nothing of it to those above or beside', async () => {
    const { client, inviters } = await stage.chain()
    await stage.buy(client, stage.sure)
    const shown = async (uid: number, level: ReferralLevel) =>
      (await list(uid, { level })).rows.map(clientToWire)
    const figures = ['0.297', '0.1782', '0.1188']
    for (const level of referralLevels)
      expect(await shown(inviters[level - 1] ?? 0, level)).toMatchObject([
        { creditmoney: figures[level - 1], buymoney: '2700' },
      ])
    const [row] = await shown(inviters[0], 1)
    expect(Object.keys(row ?? {}).sort()).toEqual(['buymoney', 'creditmoney', 'utel', 'utime'])
    expect(await shown(client, 1)).toEqual([])
  })
})

describe('the overview', () => {
  it('of a customer without clients or inviters is empty, with the rates in force', async () => {
    const { uid } = await newCustomer(stage)
    expect(await overviewOf(stage.deps, uid)).toMatchObject({
      ...{ totalincome: '0', yestodayincome: '0', usercount: 0, inviter: false, monthmax: '1000' },
      accrued: { yesterday: '0', month: '0' },
      levels: [
        { level: 1, count: 0, rate: 30, first: 10 },
        { level: 2, count: 0, rate: 10, first: 6 },
        { level: 3, count: 0, rate: 5, first: 4 },
      ],
      payers: [10, 11, 16, 17, 18, 19].map((type) => ({ type, funded: true })),
    })
  })
  it('tells yesterday from all days by the journal', async () => {
    const { client, inviters } = await stage.chain()
    const [near] = inviters
    await stage.buy(client, stage.sure)
    const income = async () => {
      const { totalincome, yestodayincome } = await overviewOf(stage.deps, near)
      return [totalincome, yestodayincome]
    }
    expect(await income()).toEqual(['0.297', '0'])
    await stage.pass(1)
    expect(await income()).toEqual(['0.297', '0.297'])
    await stage.pass(1)
    expect(await income()).toEqual(['0.297', '0'])
  })
  it('names a level without money only while such an order runs', async () => {
    const { client, inviters } = await stage.chain()
    await stage.leaveInMarketing(0n as never)
    const order = await stage.buy(client, stage.fixed, '100')
    expect((await stage.promisesOf(order.id)).map(({ refusal }) => refusal)).toEqual(Array(3).fill('reserve'))
    const unfunded = async (uid: number) =>
      (await overviewOf(stage.deps, uid)).payers.flatMap(({ type, funded }) => (funded ? [] : [type]))
    expect(await Promise.all(inviters.map(unfunded))).toEqual([
      [10, 17],
      [11, 18],
      [16, 19],
    ])
    await stage.fund('1000')
    await stage.pass(7)
    expect(await Promise.all(inviters.map(unfunded))).toEqual([[], [], []])
    expect(await stage.wallets(inviters)).toEqual([0n, 0n, 0n])
  })
})

describe('what is exported', () => {
  it('is the own income and accruals without who the clients are, and those who earn of me masked', async () => {
    const { client, inviters } = await stage.chain()
    const [near] = inviters
    await stage.passMonth()
    await stage.buy(client, stage.fixed)
    await stage.pass(2)
    expect(await exported(near, 'referralAccruals')).toMatchObject([
      { level: 1, amount: '0.12728571' },
      { level: 1, amount: '0.12728571' },
    ])
    await stage.passMonth()
    const income = await exported(near, 'referralIncome')
    expect(income).toMatchObject([{ level: 1, amount: '0.89099998' }])
    expect(JSON.stringify(income)).not.toContain(String(client))
    expect(await exported(client, 'referralIncome')).toEqual([])
    const earners = (await exported(client, 'referralEarners')) as { level: number; phone: string }[]
    expect(earners.map(({ level }) => level)).toEqual([1, 2, 3])
    for (const { phone } of earners) expect(phone).toMatch(/^\d{2}\*+\d{3}$/)
    await leaveReferrer(stage, client)
    expect(await exported(client, 'referralEarners')).toEqual([])
  })
  it('names the client behind each line of the journal, and none of other causes', async () => {
    const { client } = await stage.chain()
    await stage.buy(client, stage.sure)
    await stage.passMonth()
    const { rows } = await sql<{ kind: string; id: number }>`
      select distinct cause_kind as kind, cause_id as id from ledger_transaction
      where cause_kind in ('referralPaid', 'referralFirstPaid')
        and key like ${`referral%`} order by kind, id`.execute(stage.database.db)
    const causes = rows.map(({ kind, id }) => ({ causeKind: kind, causeId: id }))
    const sources = await listIncomeSources(stage.database.db, causes)
    expect(sources.size).toBe(causes.length)
    expect([...sources.values()].filter((uid) => uid === client)).toHaveLength(6)
    const others = ['referralFunded', 'deposit'].map((causeKind) => ({
      causeKind,
      causeId: rows[0]?.id ?? 0,
    }))
    expect(await listIncomeSources(stage.database.db, others)).toEqual(new Map())
    expect(await listIncomeSources(stage.database.db, [])).toEqual(new Map())
  })
})
