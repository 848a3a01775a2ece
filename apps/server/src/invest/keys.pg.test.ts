import { errorCodes } from '@glasshouse/core/errors/registry'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../access/passwords/index.ts'
import { getBalances, postSingle } from '../ledger/posting/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { admitSampleLead } from './index.ts'

// Every call that moves money or changes an order, repeated with its key: after a lost answer, many at once, by another
// customer, for another call, and after what it did is over.

let counter: StaffFixture
let passwordHash = ''
beforeAll(async () => {
  counter = await startStaffFixture()
  passwordHash = await hashPassword(counterPassword)
})
afterAll(() => counter.close())

type Fields = Readonly<Record<string, string | number>>
type Answer = { readonly retCode: number; readonly data: Readonly<Record<string, unknown>> }
const call = async (path: string, fields: Fields, token: string, key?: string): Promise<Answer> =>
  (await counter.ask(`/api/invest/${path}`, fields, token, key)) as unknown as Answer
const give = (uid: number, purpose: 'wallet' | 'experience' | 'contract2', amount: string) =>
  transact(counter.stage.database.db, (tx) => {
    const [from, to] = [external('deposits:sandbox'), customer(uid, purpose)]
    const transfers = [{ from, to, amount: usdt(amount), type: journal.deposit }]
    return postSingle(tx, 1, { cause: { kind: 'test', id: uid }, transfers })
  })
const held = async (uid: number, purpose: 'wallet' | 'principal' | 'experiencePrincipal') =>
  (await getBalances(counter.stage.database.db, [customer(uid, purpose)]))[0]
const buyer = async (amount: string) => {
  const { uid, token } = await counter.newcomer()
  await sql`update identity_customer set withdraw_password_hash = ${passwordHash} where uid = ${uid}`.execute(
    counter.stage.database.db,
  )
  await give(uid, 'wallet', amount)
  return { uid, token }
}
const cycle = { interesttype: 1, rete: '0.0011', freezedate: 7, minbuymoney: '100', maxbuymoney: '10000' }
type Product = { readonly id: number; readonly cycles: readonly { readonly id: number }[] }
const product = async (fields: Fields = {}): Promise<Product> => {
  const { data } = await counter.ask(
    '/staff/api/productSave',
    {
      ...{ kind: 'invest', type: 'yield', name: 'Week', onsale: 1, redeemdays: 0 },
      ...{ cycles: JSON.stringify([cycle, { ...cycle, freezedate: 14 }]), ...fields },
    },
    counter.manager,
  )
  const saved = data as Product
  const fund = { reserve: `interest:${saved.id}`, direction: 'in', amount: '100', remark: 'why' }
  await counter.ask('/staff/api/fund', fund, counter.manager)
  return saved
}
const pool = async () => {
  const lead = await counter.newcomer()
  await give(lead.uid, 'contract2', '5000')
  await transact(counter.stage.database.db, (tx) => admitSampleLead(counter.stage, tx, lead.uid))
  const { data } = await counter.ask(
    '/staff/api/productSave',
    {
      ...{ kind: 'invest', type: 'copy', name: 'Copied', onsale: 1, leaduid: lead.uid, freezedate: 30 },
      ...{ minbuymoney: '100', maxbuymoney: '10000' },
    },
    counter.manager,
  )
  return { lead, id: (data as Product).id }
}
const purchase = (typeid: number, more: Fields = {}): Fields => ({
  ...{ typeid, interesttype: 1, money: '100', withdrawpsd: counterPassword, ...more },
})
const ordersOf = async (token: string) =>
  (await counter.ask('/api/invest/myFinancial', {}, token)).data as readonly { id: number; state: string }[]
/** The same call so many times at once; the answers. */
const atOnce = (times: number, path: string, fields: Fields, token: string, key: string) =>
  Promise.all(Array.from({ length: times }, () => call(path, fields, token, key)))

describe('a call with a key', () => {
  type Case = readonly [
    path: string,
    begin: () => Promise<{
      readonly uid: number
      readonly token: string
      readonly fields: Fields
      readonly moved: readonly [wallet: string, held: string]
    }>,
  ]
  const cases: readonly Case[] = [
    [
      'buy',
      async () => ({
        ...(await buyer('1000')),
        ...{ fields: purchase((await product()).id), moved: ['900', '100'] as const },
      }),
    ],
    [
      'buy2',
      async () => {
        const { id, cycles } = await product()
        const fields = purchase(id, { basicrate: 2, retesid: cycles[1]?.id ?? 0 })
        return { ...(await buyer('1000')), fields, moved: ['900', '100'] as const }
      },
    ],
    [
      'buy',
      async () => ({
        ...(await buyer('1000')),
        ...{ fields: purchase((await pool()).id, { stoploss: 30 }), moved: ['900', '100'] as const },
      }),
    ],
    [
      'redemption',
      async () => {
        const one = await buyer('1000')
        const { data } = await call('buy', purchase((await product()).id), one.token)
        return { ...one, fields: { id: data.id as number }, moved: ['900', '100'] as const }
      },
    ],
    [
      'overBySelf',
      async () => {
        const one = await buyer('1000')
        const { data } = await call('buy', purchase((await pool()).id), one.token)
        return { ...one, fields: { id: data.id as number, when: 'now' }, moved: ['1000', '0'] as const }
      },
    ],
  ]
  it.each(cases)(
    '%s happens once, ten at once and again after it, and each answer is the first one',
    async (path, begin) => {
      const { uid, token, fields, moved } = await begin()
      const answers = await atOnce(10, path, fields, token, 'once')
      const done = answers.filter(({ retCode }) => retCode === 0)
      expect(done.length).toBeGreaterThan(0)
      for (const { data } of done) expect(data).toEqual(done[0]?.data)
      expect(await call(path, fields, token, 'once')).toMatchObject({ retCode: 0, data: done[0]?.data ?? {} })
      expect(await ordersOf(token)).toHaveLength(1)
      expect([await held(uid, 'wallet'), await held(uid, 'principal')]).toEqual(moved.map(usdt))
      expect(await counter.stage.broken()).toEqual({})
    },
  )

  it('of trial funds happens once, and after its answer was lost it is answered as before', async () => {
    const { id } = await product({ type: 'experience', cycles: JSON.stringify([cycle]) })
    const { uid, token } = await buyer('1')
    await give(uid, 'experience', '300')
    const [first] = await atOnce(8, 'freebuy', { typeid: id }, token, 'trial')
    const again = await call('freebuy', { typeid: id }, token, 'trial')
    expect(again).toMatchObject({ retCode: 0, data: { creditmoney: '300', kind: 'experience' } })
    if (first?.retCode === 0) expect(again.data).toEqual(first.data)
    // Without the key it is a second one, which there never is.
    expect(await call('freebuy', { typeid: id }, token)).toMatchObject({
      ...{ retCode: 2003, data: { reason: 'once' } },
    })
    expect(await held(uid, 'experiencePrincipal')).toBe(usdt('300'))
  })

  it('is of one customer: the same key of another one is another call', async () => {
    const { id } = await product()
    const [one, two] = [await buyer('500'), await buyer('500')]
    const answers = [
      await call('buy', purchase(id), one.token, 'shared'),
      await call('buy', purchase(id), two.token, 'shared'),
    ]
    expect(answers.map(({ retCode }) => retCode)).toEqual([0, 0])
    expect(answers[0]?.data.id).not.toBe(answers[1]?.data.id)
  })

  it('is of one call and its fields: for anything else the key is refused and nothing is done', async () => {
    const { id } = await product()
    const { uid, token } = await buyer('900')
    const first = await call('buy', purchase(id), token, 'mine')
    const other: readonly (readonly [string, Fields])[] = [
      ['buy', purchase(id, { money: '200' })],
      ['buy', purchase(id, { interesttype: 2 })],
      ['redemption', { id: first.data.id as number }],
      ['overBySelf', { id: first.data.id as number }],
    ]
    for (const [path, fields] of other)
      expect((await call(path, fields, token, 'mine')).retCode, path).toBe(errorCodes.duplicateRequest)
    expect(await ordersOf(token)).toMatchObject([{ state: 'running' }])
    // Also where the fields are the same to the letter.
    const fields = { id: first.data.id as number }
    expect((await call('redemption', fields, token, 'back')).retCode).toBe(0)
    expect((await call('overBySelf', fields, token, 'back')).retCode).toBe(errorCodes.duplicateRequest)
    expect((await call('redemption', fields, token, 'back')).data).toMatchObject({ state: 'redeeming' })
    expect(await held(uid, 'wallet')).toBe(usdt('800'))
  })

  it('that was refused may be repeated with it once the reason is gone', async () => {
    const { id } = await product()
    const { uid, token } = await buyer('50')
    expect((await call('buy', purchase(id), token, 'later')).retCode).toBe(2001)
    await give(uid, 'wallet', '50')
    expect((await call('buy', purchase(id), token, 'later')).retCode).toBe(0)
    expect(await held(uid, 'wallet')).toBe(0n)
  })

  it('to end copying ends one lead, however often it comes', async () => {
    const { lead } = await pool()
    const answers = await atOnce(6, 'leadStop', {}, lead.token, 'stop')
    expect(answers.filter(({ retCode }) => retCode === 0).length).toBeGreaterThan(0)
    expect(await call('leadStop', {}, lead.token, 'stop')).toMatchObject({ retCode: 0 })
    expect(await call('leadStop', {}, lead.token)).toMatchObject({
      ...{ retCode: 2003, data: { reason: 'notLeading' } },
    })
    const { rows } = await sql`select id from invest_lead where uid = ${lead.uid}`.execute(
      counter.stage.database.db,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('an order of another customer', () => {
  it('is no order to any other customer: it is neither shown nor ended, and stays as it was', async () => {
    const owner = await buyer('1000')
    const bought = await call('buy', purchase((await product()).id), owner.token)
    const copied = await call('buy', purchase((await pool()).id), owner.token)
    const { token } = await buyer('1000')
    for (const { data } of [bought, copied]) {
      const id = data.id as number
      const tries: readonly (readonly [string, Fields])[] = [
        ['redemption', { id }],
        ['overBySelf', { id, when: 'now' }],
        ['financialDetail', { refid: id }],
        ['poolOrders', { id }],
      ]
      for (const [path, fields] of tries) expect((await call(path, fields, token)).retCode, path).toBe(1005)
    }
    expect((await ordersOf(owner.token)).map(({ state }) => state).toSorted()).toEqual(['running', 'waiting'])
    expect(await ordersOf(token)).toEqual([])
  })

  it('is not reached without a session, nor any call that changes something', async () => {
    const { id } = await product()
    const paths: readonly (readonly [string, Fields])[] = [
      ['buy', purchase(id)],
      ['buy2', purchase(id, { basicrate: 2, retesid: 1 })],
      ['freebuy', { typeid: id }],
      ['redemption', { id: 1 }],
      ['overBySelf', { id: 1 }],
      ['leadApply', { text: 'x' }],
      ['leadStop', {}],
      ['myFinancial', {}],
      ['summary', {}],
    ]
    for (const [path, fields] of paths) {
      expect((await counter.ask(`/api/invest/${path}`, fields)).retCode, path).toBe(102)
      expect((await call(path, fields, 'no-token')).retCode, path).toBe(102)
    }
  })
})
