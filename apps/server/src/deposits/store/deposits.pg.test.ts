import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../platform/transactions/index.ts'
import { depositPersonalData } from '../personalData.ts'
import { listDeposits } from '../service/list.ts'
import {
  countWaiting,
  findFirstPaidDeposit,
  findLargestCredit,
  insertDeposit,
  insertPayment,
  listPaymentKeys,
  lockDepositOf,
  sumPendingDeposits,
  updateExpiry,
  updatePaid,
  updateRejected,
} from './deposits.ts'
import {
  hasOpenDeposit,
  insertInvoice,
  insertWebhookDelivery,
  lockDueInvoices,
  purgeWebhookDeliveries,
  updateInvoice,
  updateInvoiceDue,
  updateInvoiceRetry,
} from './invoices.ts'
import { countDepositOutcomes, sumDepositsSince } from './summary.ts'
import { listSenderAddresses, lockDueTransfers, updateChainStatus, updateTransferRetry } from './transfers.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

const db = () => platform.database.db
const execute = (statement: RawBuilder<unknown>) => statement.execute(db())
const newcomer = async () => (await newCustomer(platform)).uid

type Draft = {
  readonly channel?: string
  readonly amount?: string
  readonly createdMs?: number
  readonly expiresMs?: number | null
}
let pages = 0
const draft = async (
  uid: number,
  { channel = 'erc20', amount = '100', createdMs = 1000, expiresMs = null }: Draft = {},
) => {
  pages += 1
  return insertDeposit(db(), {
    uid,
    channel,
    amount: usdt(amount),
    pageId: `page ${pages}`,
    lang: 'en',
    createdMs,
    expiresMs,
  })
}
const pay = (id: number, key: string, amount: string, atMs: number) =>
  transact(db(), async (tx) => {
    const isNew = await insertPayment(tx, { key, depositId: id, amount: usdt(amount), atMs })
    await updatePaid(tx, id, atMs)
    return isNew
  })
const reject = (id: number, atMs = 1) =>
  transact(db(), (tx) => updateRejected(tx, id, atMs, 'Nothing arrived.'))
const row = (id: number) => transact(db(), (tx) => lockDepositOf(tx, id))

describe('a payment', () => {
  it('counts once by its key, and a deposit is credited with the sum of its payments since the first', async () => {
    const [uid, other] = [await newcomer(), await newcomer()]
    const [id, foreign] = [await draft(uid), await draft(other)]
    expect(await pay(id, 'sum a', '10', 50)).toBe(true)
    expect(await pay(id, 'sum a', '10', 60)).toBe(false)
    expect(await pay(id, 'sum b', '0.00000001', 70)).toBe(true)
    expect(await row(id)).toMatchObject({ paid_ms: 50, credited: usdt('10.00000001') })
    // The key belongs to its deposit: another one gains nothing by it.
    expect(await pay(foreign, 'sum a', '10', 80)).toBe(false)
    expect(await row(foreign)).toMatchObject({ paid_ms: null, credited: null })
    expect(await transact(db(), (tx) => listPaymentKeys(tx, id))).toEqual(new Set(['sum a', 'sum b']))
    expect(await transact(db(), (tx) => listPaymentKeys(tx, foreign))).toEqual(new Set())
  })

  it('is neither changed, deleted nor forgotten as a whole, and is never of nothing', async () => {
    const id = await draft(await newcomer())
    await pay(id, 'kept', '5', 1)
    for (const statement of [
      sql`update funding_arrival set amount = 6 where key = 'kept'`,
      sql`update funding_arrival set deposit_id = deposit_id where key = 'kept'`,
      sql`delete from funding_arrival where key = 'kept'`,
      sql`truncate funding_arrival`,
      sql`truncate funding_payment_value`,
      sql`truncate funding_address`,
    ])
      await expect(execute(statement)).rejects.toThrow(/not allowed/)
    await expect(pay(id, 'zero', '0', 1)).rejects.toThrow(/check constraint/)
    await expect(execute(sql`update funding_deposit set credited = 0 where id = ${id}`)).rejects.toThrow(
      /check constraint/,
    )
    await expect(draft(await newcomer(), { amount: '0' })).rejects.toThrow(/check constraint/)
  })
})

describe('sums and counts', () => {
  it('of pending deposits end with their expiry, their payment or their rejection', async () => {
    const uid = await newcomer()
    const [page, chain, dead] = [
      await draft(uid, { channel: 'sandbox', amount: '10', expiresMs: 1000 }),
      await draft(uid, { amount: '20' }),
      await draft(uid, { amount: '40' }),
    ]
    await draft(await newcomer(), { amount: '999' })
    const sum = (nowMs: number) => sumPendingDeposits(db(), uid, nowMs)
    expect([await sum(0), await sum(999), await sum(1000)]).toEqual([usdt('70'), usdt('70'), usdt('60')])
    const count = (channels: readonly string[], nowMs = 0) =>
      transact(db(), (tx) => countWaiting(tx, uid, channels, nowMs))
    expect([
      await count(['erc20', 'trc20']),
      await count(['sandbox']),
      await count(['sandbox'], 1000),
    ]).toEqual([2, 1, 0])
    await reject(dead)
    await pay(chain, `pending ${chain}`, '19', 5)
    expect([await sum(0), await count(['erc20', 'trc20'])]).toEqual([usdt('10'), 0])
    // A payment that was seen keeps a page pending without an end.
    await transact(db(), (tx) => updateExpiry(tx, page, null))
    expect(await sum(10 ** 12)).toBe(usdt('10'))
  })

  it('of credits begin with their instant, by the day they were credited', async () => {
    const uid = await newcomer()
    const [one, two] = [await draft(uid), await draft(uid)]
    await pay(one, `since ${one}`, '7', 100)
    await pay(two, `since ${two}`, '5', 200)
    const since = (ms: number) => sumDepositsSince(db(), uid, ms)
    expect(await since(100)).toEqual({ total: usdt('12'), count: 2 })
    expect(await since(101)).toEqual({ total: usdt('5'), count: 1 })
    expect(await since(201)).toEqual({ total: 0n, count: 0 })
    expect(await findLargestCredit(db(), uid)).toBe(usdt('7'))
    expect(await findLargestCredit(db(), await newcomer())).toBe(0n)
    expect(await findFirstPaidDeposit(db(), uid)).toMatchObject({ id: one, credited: usdt('7') })
    expect(await findFirstPaidDeposit(db(), await newcomer())).toBeUndefined()
  })

  it('the first deposit is the one paid first, and of two at the same instant the older', async () => {
    const uid = await newcomer()
    const [older, newer, first] = [await draft(uid), await draft(uid), await draft(uid)]
    await pay(newer, `first ${newer}`, '5', 100)
    await pay(older, `first ${older}`, '6', 100)
    expect((await findFirstPaidDeposit(db(), uid))?.id).toBe(older)
    await pay(first, `first ${first}`, '7', 99)
    expect((await findFirstPaidDeposit(db(), uid))?.id).toBe(first)
    // A later payment to it changes neither the order nor its first instant.
    await pay(first, `first again ${first}`, '1', 500)
    expect(await findFirstPaidDeposit(db(), uid)).toMatchObject({
      id: first,
      paid_ms: 99,
      credited: usdt('8'),
    })
  })

  it('of outcomes look at the newest others only', async () => {
    const uid = await newcomer()
    const ids: number[] = []
    for (let at = 0; at < 4; at += 1) ids.push(await draft(uid, { createdMs: 1000 + at }))
    const [a = 0, b = 0, c = 0, d = 0] = ids
    await pay(a, `outcome ${a}`, '5', 1)
    await reject(b)
    await reject(c)
    const outcomes = (exceptId: number | null, limit: number) =>
      countDepositOutcomes(db(), uid, exceptId, limit)
    expect(await outcomes(d, 10)).toEqual({ credited: 1, rejected: 2 })
    expect(await outcomes(d, 2)).toEqual({ credited: 0, rejected: 2 })
    expect(await outcomes(c, 10)).toEqual({ credited: 1, rejected: 1 })
    expect(await outcomes(null, 1)).toEqual({ credited: 0, rejected: 0 })
  })
})

describe('the list', () => {
  it('cut into pages of any size has every own deposit once, in each state as the state says', async () => {
    const [uid, other] = [await newcomer(), await newcomer()]
    const mine: { readonly id: number; readonly state: 'pending' | 'credited' | 'rejected' }[] = []
    const nowMs = platform.clock.now()
    for (let at = 0; at < 9; at += 1) {
      await draft(other)
      // Two begin at one instant, so that only the id tells them apart.
      const id = await draft(uid, {
        createdMs: 1000 + Math.floor(at / 2),
        expiresMs: at === 4 ? nowMs : null,
      })
      const state = at % 3 === 0 ? 'credited' : at % 3 === 1 || at === 4 ? 'rejected' : 'pending'
      if (state === 'credited') await pay(id, `list ${id}`, '5', at)
      if (state === 'rejected' && at !== 4) await reject(id)
      mine.push({ id, state })
    }
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom(null, 'pending' as const, 'credited' as const, 'rejected' as const),
        fc.constantFrom('id' as const, 'created' as const),
        fc.constantFrom('asc' as const, 'desc' as const),
        async (limit, state, orderBy, direction) => {
          const expected = mine.filter((one) => state === null || one.state === state).map(({ id }) => id)
          const seen: number[] = []
          for (let offset = 0; ; offset += limit) {
            const { rows, total } = await listDeposits(platform, uid, {
              offset,
              limit,
              orderBy,
              direction,
              state,
            })
            expect(total).toBe(expected.length)
            if (rows.length === 0) break
            seen.push(...rows.map(({ id }) => id))
          }
          expect(seen).toEqual(direction === 'asc' ? expected : expected.toReversed())
        },
      ),
      { numRuns: 16 },
    )
  })

  it('is exported whole, and an open deposit stands in the way of closing the account', async () => {
    const uid = await newcomer()
    const id = await draft(uid)
    const person = { uid, nowMs: platform.clock.now() } as Parameters<
      NonNullable<typeof depositPersonalData.obstacle>
    >[1]
    const obstacle = () => transact(db(), async (tx) => depositPersonalData.obstacle?.(tx, person))
    expect(await obstacle()).toBe('depositWaiting')
    await reject(id)
    expect(await obstacle()).toBeNull()
    const parts = depositPersonalData.exportParts(platform, { uid } as Parameters<
      typeof depositPersonalData.exportParts
    >[1])
    expect(parts.map(({ name }) => name)).toEqual(['deposits', 'depositAddresses', 'reportedTransfers'])
    const rows: unknown[] = []
    const deposits = parts.find(({ name }) => name === 'deposits')
    if (deposits === undefined) throw new Error('no deposits are exported')
    for await (const one of deposits.rows() as AsyncIterable<unknown>) rows.push(one)
    expect(rows).toMatchObject([{ id, status: 2, remark: 'Nothing arrived.' }])
  })
})

describe('an invoice', () => {
  const invoiced = async (dueMs: number | null, watchedMs = 0) => {
    const uid = await newcomer()
    const id = await draft(uid, { channel: 'btcpay', expiresMs: 0 })
    await transact(db(), (tx) =>
      insertInvoice(tx, {
        deposit_id: id,
        invoice_id: `invoice ${id}`,
        checkout_url: 'https://pay.example.com',
        per_usdt: usdt('1'),
        state: 'New',
        why: 'None',
        watched_ms: watchedMs,
        due_ms: dueMs,
        checked_ms: null,
        tries: 0,
      }),
    )
    return { uid, id }
  }
  const due = async (atMs: number, count = 10) =>
    (await lockDueInvoices(db(), atMs, atMs + 60_000, count)).map(({ deposit_id }) => deposit_id)

  it('is taken once when it is due, the longest due first, and again when its taker is gone', async () => {
    const [late, early, never] = [await invoiced(2000), await invoiced(1000), await invoiced(null)]
    expect(await due(999)).toEqual([])
    expect(await due(2000, 1)).toEqual([early.id])
    expect(await due(2000)).toEqual([late.id])
    expect(await due(2001)).toEqual([])
    // Their takers said nothing within a minute.
    expect((await due(62_000)).toSorted((a, b) => a - b)).toEqual(
      [late.id, early.id].toSorted((a, b) => a - b),
    )
    expect(await due(10 ** 12)).not.toContain(never.id)
    for (const { id } of [late, early])
      await execute(sql`update funding_invoice set due_ms = null where deposit_id = ${id}`)
  })

  it('keeps the newest answer, whichever comes last', async () => {
    const { id } = await invoiced(null)
    const answer = (state: string, checkedMs: number) =>
      transact(db(), (tx) =>
        updateInvoice(tx, id, { state, why: 'None', watchedMs: 5, dueMs: null, checkedMs }),
      )
    expect([await answer('Processing', 100), await answer('New', 99), await answer('Settled', 100)]).toEqual([
      true,
      false,
      true,
    ])
    const { rows } = await sql<{
      state: string
    }>`select state from funding_invoice where deposit_id = ${id}`.execute(db())
    expect(rows[0]?.state).toBe('Settled')
  })

  it('is due at once by a call about it, and failures are forgotten then', async () => {
    const { id } = await invoiced(10 ** 9)
    await updateInvoiceRetry(db(), id, 10 ** 9, 7)
    await transact(db(), (tx) => updateInvoiceDue(tx, 'invoice of no one', 50))
    expect(await due(50)).toEqual([])
    await transact(db(), (tx) => updateInvoiceDue(tx, `invoice ${id}`, 50))
    const [taken] = await lockDueInvoices(db(), 50, 60_050, 10)
    expect(taken).toMatchObject({ deposit_id: id, tries: 0, per_usdt: usdt('1') })
    await execute(sql`update funding_invoice set due_ms = null where deposit_id = ${id}`)
  })

  it('is of one deposit only', async () => {
    const { id } = await invoiced(null)
    const other = await invoiced(null)
    await expect(
      execute(sql`update funding_invoice set invoice_id = ${`invoice ${id}`} where deposit_id = ${other.id}`),
    ).rejects.toThrow(/unique/)
  })

  it('keeps the account open while the gateway watches it or a read is due', async () => {
    const [watched, unread] = [await invoiced(null, 1000), await invoiced(5)]
    const open = (uid: number, nowMs: number) => hasOpenDeposit(db(), uid, nowMs)
    expect([await open(watched.uid, 999), await open(watched.uid, 1000)]).toEqual([true, false])
    expect(await open(unread.uid, 10 ** 12)).toBe(true)
    await execute(sql`update funding_invoice set due_ms = null where deposit_id = ${unread.id}`)
    expect(await open(unread.uid, 10 ** 12)).toBe(false)
  })

  it('has each delivery of a call once, until it is purged', async () => {
    const insert = (deliveryId: string, atMs: number) =>
      transact(db(), (tx) =>
        insertWebhookDelivery(tx, { deliveryId, invoiceId: 'i', type: 'InvoiceSettled', atMs }),
      )
    expect([await insert('one', 100), await insert('one', 100), await insert('two', 200)]).toEqual([
      true,
      false,
      true,
    ])
    expect([await purgeWebhookDeliveries(db(), 100), await purgeWebhookDeliveries(db(), 101)]).toEqual([0, 1])
    expect([await insert('one', 300), await insert('two', 300)]).toEqual([true, false])
  })
})

describe('a reported transfer', () => {
  let hashes = 0
  const reported = async (
    uid: number,
    change: { dueMs?: number | null; recipient?: string; hash?: string } = {},
  ) => {
    const id = await draft(uid)
    hashes += 1
    await execute(sql`insert into funding_transfer (deposit_id, owner_uid, recipient, network, hash, paid_to,
        paid_from, reported, finding, due_ms, tries)
      values (${id}, ${uid}, ${change.recipient ?? ''}, 1001, ${change.hash ?? `0x${hashes}`}, 'to', 'from', '{}',
        'unchecked', ${change.dueMs ?? null}, 0)`)
    return id
  }

  it('binds its hash to its recipient and its customer, as long as it is not rejected', async () => {
    const [ada, eve] = [await newcomer(), await newcomer()]
    const first = await reported(ada, { hash: '0xbound', recipient: 'a' })
    await expect(reported(eve, { hash: '0xbound', recipient: 'a' })).rejects.toThrow(/unique/)
    await expect(reported(ada, { hash: '0xbound', recipient: 'other' })).rejects.toThrow(/unique/)
    await reported(eve, { hash: '0xbound', recipient: 'e' })
    await execute(sql`update funding_transfer set is_rejected = true where deposit_id = ${first}`)
    await reported(ada, { hash: '0xbound', recipient: 'a' })
  })

  it('is looked up when due, and keeps the newest answer of its chain', async () => {
    const [uid, other] = [await newcomer(), await newcomer()]
    const [id] = [await reported(uid, { dueMs: 100 }), await reported(other, { dueMs: 300 })]
    const taken = await lockDueTransfers(db(), 200, 10_000, 10)
    expect(taken.map((one) => [one.deposit_id, one.uid])).toEqual([[id, uid]])
    expect(await lockDueTransfers(db(), 200, 10_000, 10)).toEqual([])
    const answer = (confirmations: number, checkedMs: number) =>
      transact(db(), (tx) =>
        updateChainStatus(tx, id, {
          finding: 'pending',
          arrived: 5n as Usdt,
          sender: 'sender',
          confirmations,
          block: 1,
          checkedMs,
          dueMs: null,
        }),
      )
    expect([await answer(3, 50), await answer(1, 49), await answer(4, 50)]).toEqual([true, false, true])
    await updateTransferRetry(db(), id, 500, 2)
    const again = await lockDueTransfers(db(), 500, 10_000, 10)
    expect(again.find((one) => one.deposit_id === id)).toMatchObject({ confirmations: 4, tries: 2 })
  })

  it('names its sender for the next time once it was credited: of the chain, else as reported', async () => {
    const uid = await newcomer()
    const [byChain, byReport, unpaid] = [await reported(uid), await reported(uid), await reported(uid)]
    await execute(sql`update funding_transfer set sender = 'chain' where deposit_id = ${byChain}`)
    await execute(sql`update funding_transfer set paid_from = 'unpaid' where deposit_id = ${unpaid}`)
    expect(await listSenderAddresses(db(), uid, 20)).toEqual([])
    await pay(byChain, `sender ${byChain}`, '5', 1)
    await pay(byReport, `sender ${byReport}`, '5', 1)
    expect(await listSenderAddresses(db(), uid, 20)).toEqual([
      { network: 1001, address: 'from' },
      { network: 1001, address: 'chain' },
    ])
    expect(await listSenderAddresses(db(), uid, 1)).toHaveLength(1)
    // The same one again comes first, once.
    const again = await reported(uid)
    await execute(sql`update funding_transfer set sender = 'chain' where deposit_id = ${again}`)
    await pay(again, `sender ${again}`, '5', 1)
    expect((await listSenderAddresses(db(), uid, 20)).map(({ address }) => address)).toEqual([
      'chain',
      'from',
    ])
    expect(await listSenderAddresses(db(), await newcomer(), 20)).toEqual([])
  })
})
