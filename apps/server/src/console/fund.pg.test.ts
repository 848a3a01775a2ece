import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { DataOf } from '@glasshouse/core/calls'
import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { orderRequest } from '@glasshouse/testkit/orderRequest'
import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '../access/passwords/index.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { fundReserve, getBalances, postSingle } from '../ledger/posting/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { addStaffMember } from '../staff/index.ts'
import { consoleInvariants } from './index.fixture.ts'

let counter: StaffFixture
let second = ''
beforeEach(async () => {
  counter = await startStaffFixture()
  const passwordHash = await hashPassword(counterPassword)
  await transact(counter.stage.database.db, (tx) =>
    addStaffMember(tx, { email: 'second@glasshouse.test', name: 'S', role: 'manager', passwordHash }, 1),
  )
  const signedIn = { email: 'second@glasshouse.test', pwd: counterPassword }
  second = (await counter.ask('/staff/api/login', signedIn)).data as string
})
afterEach(() => counter.close())

const fund = (
  direction: 'in' | 'out',
  reserve: string,
  amount: string,
  token = counter.manager,
  remark = 'why',
) => counter.ask('/staff/api/fund', { direction, reserve, amount, remark }, token)
const reserve = async (name: string) => {
  const { data } = await counter.ask('/staff/api/reserveList', {}, counter.service)
  return (data as DataOf<'/staff/api/reserveList'>).find((row) => row.reserve === name)
}
const broken = async () => {
  const report = await checkInvariants(counter.stage.database.db, 1, [
    ...ledgerInvariants,
    ...consoleInvariants,
  ])
  return report.invariants.filter(({ holds }) => !holds)
}

describe('operator capital', () => {
  it('moves in and out of a reserve as balanced transactions, and touches no customer', async () => {
    const { uid } = await counter.newcomer()
    await counter.stage.give(uid, '100')
    expect(await fund('in', 'marketing', '500')).toMatchObject({
      retCode: 0,
      data: { waits: false, balance: '500', promised: '0', free: '500' },
    })
    expect(await fund('out', 'marketing', '200')).toMatchObject({ data: { balance: '300' } })
    expect((await fund('out', 'marketing', '300.00000001')).data).toEqual({ max: '300' })
    const list = await counter.ask('/staff/api/fundList', {}, counter.service)
    expect(list).toMatchObject({
      total: 2,
      data: [
        { direction: 'out', amount: '200', remark: 'why' },
        { direction: 'in', amount: '500' },
      ],
    })
    expect(await getBalances(counter.stage.database.db, [customer(uid, 'contract')])).toEqual([usdt('100')])
    expect(await broken()).toEqual([])
  })
  it('shows the balance at the end of each day since it first moved, at most of thirty', async () => {
    const { clock, database } = counter.stage
    const ago = (days: number): number => clock.business() - days * dayMs
    await transact(database.db, (tx) =>
      fundReserve(tx, ago(2), 'loans', usdt('70'), { kind: 'test', id: 70 }),
    )
    await fund('in', 'loans', '30')
    expect((await reserve('loans'))?.days).toEqual([
      { day: dayOf(ago(2)), balance: '70' },
      { day: dayOf(ago(1)), balance: '70' },
      { day: dayOf(ago(0)), balance: '100' },
    ])
    const insurance = (await reserve('insurance'))?.days ?? []
    expect([insurance.length, insurance[0], insurance.at(-1)]).toEqual([
      30,
      { day: dayOf(ago(29)), balance: '5000' },
      { day: dayOf(ago(0)), balance: '5000' },
    ])
  })
  it('leaves the fees from both of their accounts, which are one reserve with one balance', async () => {
    const { db } = counter.stage.database
    const fees = { from: external('operatorCapital'), to: house('contractFees'), amount: usdt('40') }
    const transfers = [{ ...fees, type: journal.contractFee }]
    await transact(db, (tx) => postSingle(tx, 1, { cause: { kind: 'test', id: 1 }, transfers }))
    await fund('in', 'fees', '30')
    const row = await reserve('fees')
    expect([row?.balance, row?.free, row?.days.at(-1)?.balance]).toEqual(['70', '70', '70'])
    expect(await reserve('contractFees')).toBeUndefined()
    expect((await fund('out', 'fees', '70.00000001')).data).toEqual({ max: '70' })
    expect(await fund('out', 'fees', '50')).toMatchObject({ data: { balance: '20' } })
    expect(await getBalances(db, [house('fees'), house('contractFees')])).toEqual([0n, usdt('20')])
    expect(await fund('out', 'fees', '20')).toMatchObject({ data: { balance: '0' } })
    expect(await broken()).toEqual([])
  })
  it('above the limit requires a second manager with the same request', async () => {
    expect(await fund('in', 'insurance', '6000')).toMatchObject({
      retCode: 0,
      data: { waits: true, id: null },
    })
    expect((await reserve('insurance'))?.balance).toBe('5000')
    expect((await fund('in', 'insurance', '6000')).retCode).toBe(2003)
    expect((await fund('in', 'insurance', '6000', second, 'another reason')).data).toMatchObject({
      waits: true,
    })
    expect((await fund('in', 'insurance', '6000', counter.manager, 'another reason')).data).toMatchObject({
      waits: false,
      balance: '11000',
    })
  })
  it('in pieces within 24 h requires a second manager as well, for each reserve and direction', async () => {
    const waits = async (...request: Parameters<typeof fund>) => (await fund(...request)).data
    expect(await waits('in', 'insurance', '3000')).toMatchObject({ waits: false })
    expect(await waits('in', 'insurance', '2000', second)).toMatchObject({ waits: false })
    expect(await waits('in', 'insurance', '0.00000001')).toMatchObject({ waits: true, balance: '10000' })
    expect(await waits('in', 'insurance', '0.00000001', second)).toMatchObject({ waits: false })
    expect(await waits('in', 'marketing', '5000')).toMatchObject({ waits: false })
    expect(await waits('out', 'insurance', '5000')).toMatchObject({ waits: false })
    expect(await waits('out', 'insurance', '1')).toMatchObject({ waits: true })
    counter.stage.clock.tick(86_400_000)
    const token = (
      await counter.ask('/staff/api/login', { email: 'second@glasshouse.test', pwd: counterPassword })
    ).data
    expect(await waits('in', 'insurance', '5000', token as string)).toMatchObject({ waits: false })
  })
  it('in concurrent pieces passes no more than the threshold', async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, piece) =>
        fund('in', 'fees', '1000', piece % 2 ? second : counter.manager, `p${piece}`),
      ),
    )
    const done = all.filter(({ data }) => (data as { waits?: boolean })?.waits === false)
    expect(done).toHaveLength(5)
    expect((await reserve('fees'))?.balance).toBe('5000')
  })
  it('stays above the worst case of open positions in the trading reserve', async () => {
    const { uid, token } = await counter.newcomer()
    await counter.stage.give(uid, '1000')
    const order = orderRequest({ price: '65850', lots: 11 })
    expect((await counter.ask('/api/contract/buyContract', order, token)).retCode).toBe(0)
    const { balance = '', promised = '' } = (await reserve('trading')) ?? {}
    expect(usdt(promised)).toBeGreaterThan(usdt('140'))
    const free = usdt(balance) - usdt(promised)
    await counter.ask(
      '/staff/api/configSet',
      { key: 'fund_second_approval_above', value: '100000' },
      counter.manager,
    )
    await counter.ask('/staff/api/configSet', { key: 'fund_second_approval_above', value: '100000' }, second)
    const text = (units: bigint) => `${units / 100_000_000n}.${String(units % 100_000_000n).padStart(8, '0')}`
    expect((await fund('out', 'trading', text(free))).retCode).toBe(2009)
    expect((await fund('out', 'trading', text(free - 1n))).retCode).toBe(0)
    // No further position can open on the remaining reserve, and open ones can be closed.
    expect((await counter.ask('/api/contract/buyContract', order, token)).retCode).toBe(2009)
    expect(await broken()).toEqual([])
  })
  longIt('concurrent with a new position never leaves less than the liability', async () => {
    const { uid, token } = await counter.newcomer()
    await counter.stage.give(uid, '50000')
    const order = orderRequest({ price: '65850', lots: 500 })
    const out = Array.from({ length: 20 }, () => fund('out', 'trading', '4900'))
    const opened = Array.from({ length: 6 }, () => counter.ask('/api/contract/buyContract', order, token))
    await Promise.all([...out, ...opened])
    const { balance = '', promised = '' } = (await reserve('trading')) ?? {}
    expect(usdt(balance)).toBeGreaterThan(usdt(promised))
    expect(await broken()).toEqual([])
  })
  it('requires a manager, an existing reserve, a positive amount and a reason', async () => {
    expect((await fund('in', 'fees', '1', counter.service)).retCode).toBe(1006)
    for (const name of ['customer', 'wallet', 'interest:0', 'interest:x', 'rounding', 'outside'])
      expect((await fund('in', name, '1')).retCode).toBe(1001)
    expect((await fund('in', 'fees', '0')).retCode).toBe(2002)
    for (const amount of ['-1', '1e3']) expect((await fund('in', 'fees', amount)).retCode).toBe(1001)
    expect((await fund('in', 'fees', '1', counter.manager, '  ')).retCode).toBe(1001)
  })
  it('into the trading reserve repays the debt first, and the check follows it', async () => {
    const { db } = counter.stage.database
    const transfers = [
      {
        from: external('houseDebt'),
        to: customer(10001, 'contract'),
        amount: usdt('30'),
        type: journal.deposit,
      },
    ]
    await transact(db, (tx) => postSingle(tx, 1, { cause: { kind: 'test', id: 1 }, transfers }))
    await fund('in', 'trading', '20')
    await fund('in', 'trading', '25')
    expect(await getBalances(db, [external('houseDebt')])).toEqual([0n])
    expect(await broken()).toEqual([])
  })
  it('moves in, but not out, while an invariant of the ledger is broken', async () => {
    await fund('in', 'fees', '10')
    await suspendLedger(counter.stage)
    expect((await fund('out', 'fees', '1')).retCode).toBe(2012)
    expect((await fund('in', 'fees', '1')).retCode).toBe(0)
    await resumeLedger(counter.stage)
    expect((await fund('out', 'fees', '1')).retCode).toBe(0)
  })
  it('repeated under one key moves once', async () => {
    const body = { direction: 'in', reserve: 'fees', amount: '7', remark: 'why' }
    const ask = () => counter.ask('/staff/api/fund', body, counter.manager, 'fund-once-0001')
    const [first, again] = [await ask(), await ask()]
    expect(first.retCode).toBe(0)
    expect(again.data).toEqual(first.data)
    expect((await reserve('fees'))?.balance).toBe('7')
  })
})

it.each([
  [
    'a movement without its money',
    `insert into console_fund (reserve, direction, amount, remark, staff_id, at_ms)
    values ('fees', 'in', 5, 'planted', 1, 1)`,
    'every movement of operator capital and every grant has one ledger transaction',
  ],
  [
    'money without its movement',
    `update ledger_transaction set cause_id = 99 where cause_kind = 'fund'`,
    'the entries of every movement of operator capital and of every grant are its amount',
  ],
])('the ledger check detects %s', async (_what, statement, named) => {
  await fund('in', 'fees', '1')
  const { pool } = counter.stage.database
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(statement)
  client.release(true)
  expect((await broken()).map(({ name }) => name)).toContain(named)
})

it('the database keeps the history of reserves', async () => {
  await fund('in', 'fees', '1')
  for (const statement of ['update console_fund set amount = 1', 'delete from console_fund'])
    await expect(sql.raw(statement).execute(counter.stage.database.db)).rejects.toThrow('is not allowed')
})
