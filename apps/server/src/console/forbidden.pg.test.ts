import { calls, type Path } from '@glasshouse/core/calls'
import type { CallSpec } from '@glasshouse/core/wire/call'
import { type Counter, openCounter } from '@glasshouse/testkit/counter'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

/**
 * There is no call by which anybody sets a price, an outcome or a balance. Whoever adds a staff call adds it
 * here and says by that that it is none.
 */
const considered = [
  '/staff/api/auditLog',
  '/staff/api/configList',
  '/staff/api/configSet',
  '/staff/api/ledgerCheck',
  '/staff/api/login',
  '/staff/api/logout',
  '/staff/api/me',
  '/staff/api/userDetail',
  '/staff/api/userSearch',
  '/staff/api/userSet',
] as const satisfies readonly Path[]

/** What a call that rigs something would have to be told. */
const rigging = {
  price: '1',
  newPrice: '1',
  closePrice: '1',
  sellprice: '1',
  isWin: 1,
  outcome: 'win',
  balance: '1000000',
  wallet: '1000000',
  contractwallet: '1000000',
  amount: '1000000',
  money: '1000000',
  factProfits: '1000000',
  profit: '1000000',
  ostaus: 1,
} as const

let counter: Counter
beforeAll(async () => {
  counter = await openCounter()
})
afterAll(() => counter.close())

const specOf = (path: Path): CallSpec => calls[path]
const fieldsOf = (path: Path): readonly string[] => {
  const { request } = specOf(path)
  return 'shape' in request && typeof request.shape === 'object' ? Object.keys(request.shape ?? {}) : []
}

it('the list of staff calls is closed', () => {
  const staffCalls = Object.keys(calls).filter((path) => path.startsWith('/staff/'))
  expect(staffCalls.sort()).toEqual([...considered])
})

it('no staff call has a field for a price, an outcome or a balance', () => {
  for (const path of considered)
    for (const name of Object.keys(rigging)) expect(fieldsOf(path), path).not.toContain(name)
})

/** Everything that could be rigged, as the database has it. */
const books = async () => {
  const { rows } = await sql<{ said: string }>`
    select md5(string_agg(said, ',' order by said)) as said from (
      select name || balance::text as said from ledger_account
      union all select 'order ' || o::text from contracts_order o
      union all select 'tick ' || t::text from markets_tick t
    ) everything`.execute(counter.stage.database.db)
  return rows[0]?.said
}

it('a manager who tries every staff call with every such field changes no price, no order and no balance', async () => {
  const { uid, token } = await counter.newcomer()
  await counter.stage.give(uid, '100')
  const order = { levertype: 1, multiple: 10, originPrice: '65850', pid: 1, number: 1, status: 1, type: 1 }
  expect((await counter.ask('/api/contract/buyContract', order, token)).retCode).toBe(0)
  const before = await books()
  for (const path of considered) {
    if (path === '/staff/api/logout' || path === '/staff/api/login') continue
    for (const [name, value] of Object.entries(rigging)) {
      const example = { ...specOf(path).example, ...('uid' in (specOf(path).example ?? {}) ? { uid } : {}) }
      const answer = await counter.ask(path, { ...example, [name]: value }, counter.manager)
      // Not mounted here (404) or refused by name; never taken.
      expect(answer.status === 404 || answer.retCode === 1001, `${path} ${name}`).toBe(true)
    }
    for (const key of ['price', 'wallet', 'balance_10001', 'BTCUSDT', 'order.1.profit'])
      expect((await counter.ask('/staff/api/configSet', { key, value: '1' }, counter.manager)).retCode).toBe(
        1005,
      )
  }
  // What they are for changes none of it either.
  for (const path of considered) {
    const { example } = specOf(path)
    if (path !== '/staff/api/logout' && path !== '/staff/api/login')
      await counter.ask(path, { ...example, ...(example?.uid === undefined ? {} : { uid }) }, counter.manager)
  }
  expect(await books()).toBe(before)
})

it('a customer’s token opens no staff call, and a staff token no customer’s', async () => {
  const { token } = await counter.newcomer()
  for (const path of considered)
    if (path !== '/staff/api/login') {
      const { status, retCode } = await counter.ask(path, {}, token)
      expect(status === 404 || retCode === 102, path).toBe(true)
    }
  expect((await counter.ask('/api/user/limits', {}, counter.manager)).retCode).toBe(102)
})
