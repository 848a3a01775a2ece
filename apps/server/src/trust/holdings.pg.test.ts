import { dayOf } from '@glasshouse/core/calendar/days'
import { usdt } from '@glasshouse/core/money/units'
import { type HoldingNetwork, verifyHoldings } from '@glasshouse/core/trust/holdings/holdings'
import { makeWallet } from '@glasshouse/core/trust/holdings/wallet.fixture'
import { noneProven, parseReport } from '@glasshouse/core/trust/liabilities/report'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ManagerIdentity } from '../platform/http/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { addStaffMember } from '../staff/index.ts'
import { listHoldingsOf, listNextHoldings, publishHolding } from './service/holdings/publish.ts'
import type { HoldingChains } from './service/holdings/read.ts'
import { makeReport } from './service/liabilities/report.ts'
import { openSigner, type Signer } from './service/signing.ts'

let database: TestDatabase
let platform: TestPlatform
let signer: Signer
let managers: readonly [ManagerIdentity, ManagerIdentity]
beforeAll(async () => {
  database = await cloneDatabase()
  platform = testPlatform(database)
  signer = await openSigner(platform)
  const add = async (name: string): Promise<ManagerIdentity> => {
    const member = { email: `${name}@glasshouse.test`, name, role: 'manager', passwordHash: 'x' } as const
    const id = await transact(database.db, (tx) => addStaffMember(tx, member, 1))
    return { id: id ?? 0, sessionId: 0, email: member.email, name, role: 'manager' }
  }
  managers = [await add('ann'), await add('ben')]
})
afterAll(() => database.drop())

const origin = { ip: '', userAgent: 'test' }
const [cold, warm] = [makeWallet('cold'), makeWallet('warm')]
/** Chains that tell the same of every address; the second one can be down. */
let isTronUp = true
const chains: HoldingChains = new Map([
  [1001, { balances: async (of) => ({ block: 70, amounts: of.map(() => usdt('100.5')) }) }],
  [
    1002,
    {
      balances: async (of) => {
        if (!isTronUp) throw new Error('no answer')
        return { block: 90, amounts: of.map(() => usdt('20')) }
      },
    },
  ],
])
const deps = () => ({ ...platform, chains })
const today = () => dayOf(platform.clock.business())
const claimOf = (wallet: typeof cold, network: HoldingNetwork, number: number, day = today()) => {
  const address = wallet.addresses[network]
  const signature = wallet.sign({ number, day, asset: 'USDT', network, address })
  return { number, day, network, address, signature }
}
const publish = (at: 0 | 1, claim: ReturnType<typeof claimOf>) =>
  publishHolding(deps(), managers[at], origin, claim)
const report = async () => {
  const row = await makeReport(
    { ...platform, signer, parts: [], chains, maxCustomersHere: 1_000 },
    null,
    null,
    async () => undefined,
  )
  return { text: row.text, holdings: await listHoldingsOf(database.db, row.number), number: row.number }
}

it('states the holdings that two managers published with signatures of their addresses', async () => {
  const claims = [claimOf(cold, 1001, 1), claimOf(warm, 1001, 1), claimOf(cold, 1002, 1)]
  for (const claim of claims) {
    expect(await publish(0, claim)).toEqual({ waits: true })
    expect((await expectDomainError(publish(0, claim))).data).toMatchObject({ reason: 'sameManager' })
    expect(await publish(1, claim)).toEqual({ waits: false })
  }
  expect((await listNextHoldings(deps(), managers[0], origin)).rows).toHaveLength(3)
  const { text, holdings, number } = await report()
  expect(parseReport(text)?.holdings).toBe('USDT:201@70,USDT:20@90')
  expect(verifyHoldings(text, holdings)).toEqual([])
  expect(verifyHoldings(text, holdings.slice(1))).not.toEqual([])
  expect(holdings.every((one) => one.checked)).toBe(true)
  // What is published stays: a proof is neither changed nor added afterwards.
  for (const change of [
    'update trust_holding set amount = amount + 1',
    "update trust_holding set address = 'other'",
    'delete from trust_holding',
    `insert into trust_holding select number, day, network, asset, 'other', signature, staff_id, agreed_staff_id, at_ms,
      null, null from trust_holding limit 1`,
  ])
    await expect(sql.raw(change).execute(database.db)).rejects.toThrow(/not allowed|is published/)
  expect((await expectDomainError(publish(0, claimOf(cold, 1001, number)))).data).toMatchObject({ min: '2' })
})

it('claims nothing without a proof, for another day, and of a chain that does not answer', async () => {
  const none = await report()
  expect([parseReport(none.text)?.holdings, none.holdings]).toEqual([noneProven, []])
  const other = claimOf(cold, 1001, none.number + 1, '20990101')
  for (const at of [0, 1] as const) await publish(at, other)
  expect(parseReport((await report()).text)?.holdings).toBe(noneProven)
  isTronUp = false
  const number = none.number + 2
  for (const claim of [claimOf(cold, 1001, number), claimOf(warm, 1002, number)])
    for (const at of [0, 1] as const) await publish(at, claim)
  const partly = await report()
  expect(parseReport(partly.text)?.holdings).toBe('USDT:100.5@70')
  expect(verifyHoldings(partly.text, partly.holdings)).toEqual([])
  expect(await expectDomainError(listHoldingsOf(database.db, number + 1))).toMatchObject({ code: 'notFound' })
})

it('refuses what is not proven', async () => {
  const { number } = await listNextHoldings(deps(), managers[0], origin)
  const claim = claimOf(cold, 1001, number)
  const refusals = [
    { ...claim, signature: claimOf(warm, 1001, number).signature },
    { ...claim, day: '20990101' },
    { ...claim, number: number + 1 },
    { ...claim, address: warm.addresses[1001] },
    { ...claim, address: 'nowhere' },
    { ...claim, network: 1002 as const, address: cold.addresses[1002] },
  ]
  for (const refused of refusals)
    expect(await expectDomainError(publish(0, refused)), JSON.stringify(refused)).toMatchObject({
      code: 'invalidField',
    })
  const without = publishHolding({ ...platform, chains: new Map() }, managers[0], origin, claim)
  expect((await expectDomainError(without)).data).toMatchObject({ reason: 'noChain' })
  for (const at of [0, 1] as const) await publish(at, claim)
  expect((await expectDomainError(publish(0, claim))).data).toMatchObject({ reason: 'published' })
})
