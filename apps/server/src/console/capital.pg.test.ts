import { dayMs } from '@glasshouse/core/calendar/durations'
import type { Reserve } from '@glasshouse/core/console/wire'
import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { getBalances, postSingle } from '../ledger/posting/index.ts'
import type { ManagerIdentity } from '../platform/http/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { consoleInvariants } from './index.fixture.ts'
import { moveCapital } from './service/capital.ts'

let counter: StaffFixture
let first: ManagerIdentity
let second: ManagerIdentity
beforeAll(async () => {
  counter = await startStaffFixture()
  const memberOf = async (name: string): Promise<ManagerIdentity> => {
    const email = `${name}@glasshouse.test`
    const { rows } = await sql<{ id: number }>`select id from staff_member where email = ${email}`.execute(
      counter.stage.database.db,
    )
    return { id: rows[0]?.id ?? 0, sessionId: 0, email, name, role: 'manager' }
  }
  first = await memberOf('manager')
  second = await memberOf('second')
})
afterAll(() => counter.close())

type Fields = Readonly<Record<string, string | number>>
type Direction = 'in' | 'out'
const move = (direction: Direction, reserve: Reserve, amount: string, by = first, asset = 'USDT') =>
  moveCapital(
    counter.stage,
    by,
    { ip: '::1', userAgent: 'test' },
    { direction, reserve, amount: usdt(amount), remark: ' why ', asset },
  )
const ask = (fields: Fields, token = counter.manager, key?: string) =>
  counter.ask('/staff/api/fund', { remark: 'why', ...fields }, token, key)
const held = async (reserve: Reserve, asset = 'USDT') =>
  (await getBalances(counter.stage.database.db, [house(reserve, asset)]))[0]
const post = (from: ReturnType<typeof external>, to: ReturnType<typeof house>, amount: string) =>
  transact(counter.stage.database.db, (tx) =>
    postSingle(tx, 1, {
      cause: { kind: 'test', id: 1 },
      transfers: [{ from, to, amount: usdt(amount), type: journal.contractFee }],
    }),
  )
/** What a movement changes in each account: account, types of the entries and the sum in the smallest unit. */
const entriesOf = async (id: number | null) => {
  const { rows } = await sql<{ line: string }>`
    select a.name || ' ' || string_agg(distinct e.type::text, ',') || ' ' || sum(e.amount) as line
    from ledger_entry e join ledger_account a on a.id = e.account_id
    join ledger_transaction t on t.id = e.transaction_id
    where t.cause_kind = 'fund' and t.cause_id = ${id} group by a.name order by a.name`.execute(
    counter.stage.database.db,
  )
  return rows.map(({ line }) => line)
}
const broken = async () => {
  const invariants = [...ledgerInvariants, ...consoleInvariants]
  const report = await checkInvariants(counter.stage.database.db, 1, invariants)
  return report.invariants.filter(({ holds }) => !holds).map(({ name }) => name)
}

describe('a movement of operator capital', () => {
  it('has two entries of one amount, and an audit record with the balance before', async () => {
    await move('in', 'loans', '10')
    const { id } = await move('in', 'loans', '12.50000001')
    expect(await entriesOf(id)).toEqual([
      'house/loans/USDT 90 1250000001',
      'outside/operatorCapital/USDT 90 -1250000001',
    ])
    const { rows } = await sql`
      select staff_id, target, before, after from staff_audit where action = 'fund' order by n desc limit 1`.execute(
      counter.stage.database.db,
    )
    const after = { id, direction: 'in', amount: '12.50000001', remark: 'why' }
    expect(rows).toEqual([{ staff_id: first.id, target: 'reserve loans', before: { balance: '10' }, after }])
    const out = await move('out', 'loans', '22.50000001')
    expect(await entriesOf(out.id)).toEqual([
      'house/loans/USDT 90 -2250000001',
      'outside/operatorCapital/USDT 90 2250000001',
    ])
    expect(out).toMatchObject({ balance: '0', free: '0', waits: false })
  })
  it('out of the fees takes the first account empty before the second', async () => {
    await post(external('operatorCapital'), house('contractFees'), '40')
    await move('in', 'fees', '30')
    expect(await entriesOf((await move('out', 'fees', '50')).id)).toEqual([
      'house/contractFees/USDT 90 -2000000000',
      'house/fees/USDT 90 -3000000000',
      'outside/operatorCapital/USDT 90 5000000000',
    ])
    expect(await entriesOf((await move('out', 'fees', '20')).id)).toEqual([
      'house/contractFees/USDT 90 -2000000000',
      'outside/operatorCapital/USDT 90 2000000000',
    ])
  })
  it('into the trading reserve repays the debt and no more, and the reserve gets the rest', async () => {
    const before = await held('trading')
    await post(external('houseDebt'), customer(10_001, 'contract'), '30')
    const partly = await move('in', 'trading', '20')
    expect(await entriesOf(partly.id)).toEqual([
      'outside/houseDebt/USDT 90 2000000000',
      'outside/operatorCapital/USDT 90 -2000000000',
    ])
    expect(partly).toMatchObject({ balance: '100000', owed: '10' })
    const rest = await move('in', 'trading', '25')
    expect(await entriesOf(rest.id)).toEqual([
      'house/trading/USDT 90 1500000000',
      'outside/houseDebt/USDT 90 1000000000',
      'outside/operatorCapital/USDT 90 -2500000000',
    ])
    expect(rest).toMatchObject({ balance: '100015', owed: '0' })
    expect(((await held('trading')) ?? 0n) - (before ?? 0n)).toBe(usdt('15'))
    expect(await broken()).toEqual([])
  })
  it('names the reserve and its asset: another one is refused and moves nothing', async () => {
    const { total } = await counter.ask('/staff/api/fundList', {}, counter.service)
    const refused = (reserve: Reserve, asset: string) =>
      expectDomainError(move('in', reserve, '1', first, asset))
    expect(await refused('fees', 'BTC')).toMatchObject({ code: 'invalidField', data: { field: 'asset' } })
    expect(await refused('interest:77', 'USDT')).toMatchObject({ code: 'notFound' })
    expect(await refused('interest:77', 'BTC')).toMatchObject({ code: 'invalidField' })
    expect(await refused('subscription:77', 'BTC')).toMatchObject({ code: 'notFound' })
    expect((await counter.ask('/staff/api/fundList', {}, counter.service)).total).toBe(total)
  })
})

describe('repeats and crowds', () => {
  it('a hundred calls under one key move once, and the key of another member is another key', async () => {
    const start = (await held('marketing')) ?? 0n
    const body = { direction: 'in', reserve: 'marketing', amount: '7' }
    const once = () => ask(body, counter.manager, 'capital-key-0001')
    const answers = await Promise.all(Array.from({ length: 100 }, once))
    for (const { retCode } of answers) expect([0, 1003]).toContain(retCode)
    const ids = answers.flatMap(({ data }) => (data as { id?: number } | null)?.id ?? [])
    expect(new Set(ids).size).toBe(1)
    expect(await once()).toMatchObject({ retCode: 0, data: { id: ids[0] } })
    expect((await ask({ ...body, amount: '8' }, counter.manager, 'capital-key-0001')).retCode).toBe(1003)
    expect(((await held('marketing')) ?? 0n) - start).toBe(usdt('7'))
    expect(await ask(body, counter.second, 'capital-key-0001')).toMatchObject({ retCode: 0 })
    expect(((await held('marketing')) ?? 0n) - start).toBe(usdt('14'))
  })
  it('a refused call leaves its key free', async () => {
    const body = { direction: 'out', reserve: 'loans', amount: '3' }
    const out = () => ask(body, counter.manager, 'capital-key-0002')
    expect(await out()).toMatchObject({ retCode: 2009, data: { max: '0' } })
    await move('in', 'loans', '3')
    expect(await out()).toMatchObject({ retCode: 0, data: { balance: '0' } })
    expect(await out()).toMatchObject({ retCode: 0, data: { balance: '0' } })
    expect(await held('loans')).toBe(0n)
  })
  it('a hundred at once take what is there and not a unit more', async () => {
    await move('in', 'loans', '50.5')
    const outs = Array.from({ length: 100 }, (_, at) => move('out', 'loans', '1', at % 2 ? first : second))
    const settled = await Promise.allSettled(outs)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    for (const reason of reasons)
      expect(reason).toMatchObject({ code: 'insufficientReserve', data: { max: '0.5' } })
    expect(await held('loans')).toBe(usdt('0.5'))
    await move('out', 'loans', '0.5')
    expect(await broken()).toEqual([])
  })
})

describe('the second manager', () => {
  it('is needed for coins by their value at the higher of the price of the issue and of the market', async () => {
    const { clock, markets } = counter.stage
    markets.set('SOLUSDT', '142', '143')
    const draft = {
      ...{ kind: 'subscription', pid: 3, price: '0.5', number: 600, step: 10, minnumber: 10, maxnumber: 500 },
      ...{
        opentime: clock.business() + dayMs,
        closetime: clock.business() + 2 * dayMs,
        finaltime: '20991231',
      },
      risksheet: 'Coins can lose their whole value.',
    }
    const { data } = await counter.ask('/staff/api/productSave', draft, counter.manager)
    const reserve = `subscription:${(data as { id: number }).id}` as const
    // 35 coins of some 142.5 are less than 5000 USDT, 36 are more; at the price of the issue they are 18.
    expect(await move('in', reserve, '35', first, 'SOL')).toMatchObject({ waits: false, balance: '35' })
    expect(await move('in', reserve, '1', first, 'SOL')).toMatchObject({ waits: true, balance: '35' })
    expect(await move('out', reserve, '36', second, 'SOL').catch(({ code }) => code)).toBe(
      'insufficientReserve',
    )
    // Money of the same issue is counted by itself.
    expect(await move('in', reserve, '5000')).toMatchObject({ waits: false, balance: '5000' })
    const dear = await counter.ask('/staff/api/productSave', { ...draft, price: '5000' }, counter.manager)
    const other = `subscription:${(dear.data as { id: number }).id}` as const
    expect(await move('in', other, '1', first, 'SOL')).toMatchObject({ waits: false })
    expect(await move('in', other, '0.0001', first, 'SOL')).toMatchObject({ waits: true })
  })
  it('agrees to what the reserve covers at that moment, and what both moved is not counted as alone', async () => {
    counter.stage.clock.tick(dayMs)
    expect(await move('in', 'insurance', '6000')).toMatchObject({ waits: true, id: null, balance: '5000' })
    expect(await move('in', 'insurance', '6000', second)).toMatchObject({ waits: false, balance: '11000' })
    expect(await move('out', 'insurance', '10000')).toMatchObject({ waits: true, balance: '11000' })
    expect(await move('out', 'insurance', '2000', second)).toMatchObject({ waits: false, balance: '9000' })
    // The request of the first manager still stands, but the money is no longer there.
    const late = await expectDomainError(move('out', 'insurance', '10000', second))
    expect(late).toMatchObject({ code: 'insufficientReserve', data: { max: '9000' } })
    expect(await move('in', 'insurance', '5000')).toMatchObject({ waits: false, balance: '14000' })
    expect(await move('out', 'insurance', '10000', second)).toMatchObject({ waits: false, balance: '4000' })
    // 2000 alone and 10000 by two: alone 3000 may still leave.
    expect(await move('out', 'insurance', '3000')).toMatchObject({ waits: false, balance: '1000' })
    expect(await move('out', 'insurance', '0.00000001')).toMatchObject({ waits: true, balance: '1000' })
  })
  it('is needed until the millisecond in which 24 h have passed', async () => {
    const { clock } = counter.stage
    clock.tick(dayMs)
    const start = clock.now()
    expect(await move('in', 'marketing', '5000')).toMatchObject({ waits: false })
    clock.set(start + dayMs - 1)
    expect(await move('in', 'marketing', '1')).toMatchObject({ waits: true })
    clock.set(start + dayMs)
    expect(await move('in', 'marketing', '5000')).toMatchObject({ waits: false })
    expect(await move('in', 'marketing', '0.00000001', second)).toMatchObject({ waits: true })
  })
})

describe('the check of the ledger', () => {
  const amounts = 'the entries of every movement of operator capital and of every grant are its amount'
  it.each([
    ['another amount', 'amount = amount + 1', 'amount = amount - 1'],
    ['the other direction', `direction = 'out'`, `direction = 'in'`],
    ['another reserve', `reserve = 'fees'`, `reserve = 'loans'`],
  ])('shows a movement edited to %s', async (_what, edit, undo) => {
    const { id } = await move('in', 'loans', '0.1')
    expect(await broken()).toEqual([])
    const change = async (statement: string) => {
      const client = await counter.stage.database.pool.connect()
      await client.query('set session_replication_role = replica')
      await client.query(`update console_fund set ${statement} where id = ${id}`)
      client.release(true)
    }
    await change(edit)
    expect(await broken()).toEqual([amounts])
    await change(undo)
    expect(await broken()).toEqual([])
  })
})
