import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sumFloatingOf } from '../contracts/index.fixture.ts'
import { updateCustomerFlags } from '../identity/index.ts'
import { sumCopyValues } from '../invest/index.fixture.ts'
import { sumLoansOwedBy } from '../loans/index.fixture.ts'
import { transact } from '../platform/transactions/index.ts'
import { judgeBrokers } from './index.fixture.ts'
import { listTotalAssets } from './index.ts'

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())

const deps = () => ({ ...stage, floatingOf: sumFloatingOf, copiesOf: sumCopyValues, owedOf: sumLoansOwedBy })
const assetsOf = async (uid: number) => (await listTotalAssets(deps(), stage.database.db, [uid])).get(uid)
const owe = (uid: number, outstanding: string, interest: string) =>
  sql`insert into loans_loan (uid, amount, days, autorepay, rate_ppm, call_percent, liquidation_percent, grace_hours,
      needed, created_ms, status, state, decided_ms, paid_ms, due_ms, outstanding, interest)
    values (${uid}, ${usdt('500')}, 30, false, 500, 65, 80, 72, 1, 1, 1, 'running', 1, 1, 2, ${usdt(outstanding)}, ${usdt(interest)})`.execute(
    stage.database.db,
  )

it('counts a copy order with its value, before and after it is dealt in, and takes off what is owed', async () => {
  const lead = await stage.lead('10000')
  const product = await stage.copyProduct(lead)
  const uid = await stage.saver('6000')
  const order = await stage.ask(uid, product, '5000')
  expect(await assetsOf(uid)).toBe(usdt('6000'))
  await stage.deal()
  expect(await assetsOf(uid)).toBe(usdt('6000'))
  await stage.open(lead, 1, 100)
  await stage.deal()
  stage.markets.set('BTCUSDT', '66500', '66500.1')
  await stage.deal()
  const { value } = await stage.order(uid, order)
  expect(value).toBe('5029.19125')
  expect(await assetsOf(uid)).toBe(usdt('6029.19125'))
  await owe(uid, '400', '1.5')
  expect(await assetsOf(uid)).toBe(usdt('5627.69125'))
})

it('judges brokers by assets and one order; what a manager set is kept until it is handed back', async () => {
  const typeid = await stage.product()
  const buyer = async (amount: string) => {
    const uid = await stage.saver('30000')
    await stage.ask(uid, typeid, amount)
    return uid
  }
  const [enough, small, indebted] = [await buyer('30000'), await buyer('29900'), await buyer('30000')]
  const stranger = await stage.saver('1')
  await owe(indebted, '20000.00000001', '0')
  const all = [enough, small, indebted, stranger]
  const judge = async () => {
    await judgeBrokers(deps())
    const { rows } = await sql<{ uid: number }>`
      select uid from identity_customer where ib = 1 order by uid`.execute(stage.database.db)
    return all.map((uid) => rows.some((row) => row.uid === uid))
  }
  const set = (uid: number, value: boolean | null) =>
    transact(stage.database.db, (tx) =>
      updateCustomerFlags(tx, stage.clock, uid, { flag: 'isIntroducingBroker', value }),
    )
  expect(await judge()).toEqual([true, false, false, false])
  await set(enough, false)
  await set(stranger, true)
  expect(await judge()).toEqual([false, false, false, true])
  await set(enough, null)
  // The label stays as it is until the next midnight judges.
  expect(await set(stranger, null)).toMatchObject({ isIntroducingBroker: true })
  expect(await judge()).toEqual([true, false, false, false])
  await owe(enough, '20000.00000001', '0')
  expect(await judge()).toEqual([false, false, false, false])
})

it('the label of a broker is read by the profile and staff, and by nothing that charges, limits or pays', async () => {
  const folder = join(import.meta.dirname, '..')
  const readers = new Set<string>()
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts') || file.includes('.test.') || file.includes('.fixture.')) continue
    if (/\bib_set\b|\.ib\b|'ib'|\bisIntroducingBroker\b/.test(await readFile(join(folder, file), 'utf8')))
      readers.add(file.split('/')[0] ?? '')
  }
  expect([...readers].sort()).toEqual(['console', 'customers', 'identity', 'referral'])
})
