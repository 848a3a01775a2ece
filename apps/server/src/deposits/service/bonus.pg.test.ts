import { dayMs } from '@glasshouse/core/calendar/durations'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { caseStride } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeCustomer } from '../../identity/index.ts'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { fundReserve, getBalances, lockBalances, postSingle } from '../../ledger/posting/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { depositInvariants } from '../store/invariants.ts'
import { claimBonus, getBonusOffer } from './bonus.ts'
import { createCheckoutDeposit } from './checkout.ts'
import { paySandboxDeposit } from './sandbox.ts'

let platform: TestPlatform
let funded = 0
const fund = (amount: string) => {
  funded += 1
  const cause = { kind: 'test', id: funded } as const
  return transact(platform.database.db, (tx) => fundReserve(tx, 1, 'marketing', usdt(amount), cause))
}
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase(16))
})
beforeEach(() => fund('10000'))
afterAll(() => platform.database.drop())

const deposit = async (uid: number, money: string) => {
  const url = await createCheckoutDeposit(platform, uid, { channel: 'sandbox', amount: usdt(money) }, 'en')
  await paySandboxDeposit(platform, url.slice('/practice/gateway/'.length))
}
const depositor = async (money = '1000') => {
  const { uid } = await newCustomer(platform)
  await deposit(uid, money)
  return uid
}
const purses = async (uid: number) =>
  getBalances(platform.database.db, [customer(uid, 'wallet'), customer(uid, 'bonus'), house('marketing')])
const listLockWaits = async () =>
  (
    await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      platform.database.db,
    )
  ).rows
const broken = async () => {
  const report = await checkInvariants(platform.database.db, 1, [...ledgerInvariants, ...depositInvariants])
  return report.invariants.filter(({ holds }) => !holds)
}

describe('the bonus of the first deposit', () => {
  it('is offered, never credited automatically, and claimed as bonus credit from the marketing reserve', async () => {
    const { uid } = await newCustomer(platform)
    const terms = { percent: 20, extra: usdt('100'), max: usdt('500'), untilMs: null }
    expect(await getBonusOffer(platform, uid)).toEqual({ state: 'waiting', ...terms, bonus: null })
    expect((await expectDomainError(claimBonus(platform, uid))).data).toEqual({ reason: 'waiting' })
    await deposit(uid, '1000')
    const until = platform.clock.business() + 7 * dayMs
    const claimable = { ...terms, state: 'claimable', bonus: usdt('300'), untilMs: until }
    expect(await getBonusOffer(platform, uid)).toEqual(claimable)
    const [wallet, bonus, reserve = 0n] = await purses(uid)
    expect([wallet, bonus]).toEqual([usdt('1000'), 0n])
    expect(await claimBonus(platform, uid)).toEqual(usdt('300'))
    expect(await purses(uid)).toEqual([usdt('1000'), usdt('300'), reserve - usdt('300')])
    expect(await getBonusOffer(platform, uid)).toEqual({ state: 'claimed', ...terms, bonus: usdt('300') })
  })

  it('is not credited to an account that closes while the claim waits for its wallet', async () => {
    const uid = await depositor()
    const { clock, database } = platform
    const at = { nowMs: clock.now(), businessMs: clock.business() }
    let claim: ReturnType<typeof expectDomainError> | undefined
    await transact(database.db, async (tx) => {
      await lockBalances(tx, [customer(uid, 'wallet')])
      claim = expectDomainError(claimBonus(platform, uid))
      await expect.poll(async () => (await listLockWaits()).length).toBe(1)
      await closeCustomer(tx, uid, at)
    })
    expect((await claim)?.code).toBe('sessionRevoked')
    expect((await purses(uid))[1]).toBe(0n)
  })

  it('uses only the first deposit, up to the maximum', async () => {
    const [small, large] = [await depositor('10'), await depositor('50000')]
    await deposit(small, '40000')
    expect(await claimBonus(platform, small)).toEqual(usdt('102'))
    expect(await claimBonus(platform, large)).toEqual(usdt('500'))
  })

  it('is claimed once under concurrent requests', async () => {
    const uid = await depositor()
    const results = await Promise.all(
      Array.from({ length: 100 }, () =>
        claimBonus(platform, uid).then(
          () => 'claimed',
          ({ code, data }) => `${code} ${data.reason}`,
        ),
      ),
    )
    expect(results.filter((one) => one === 'claimed').length).toBe(1)
    expect(new Set(results)).toEqual(new Set(['claimed', 'invalidState claimed']))
    expect((await purses(uid))[1]).toBe(usdt('300'))
  })

  it('expires after seven days of the business calendar', async () => {
    const [late, just] = [await depositor(), await depositor()]
    platform.clock.advance(7 * dayMs - 1)
    expect(await claimBonus(platform, just)).toEqual(usdt('300'))
    platform.clock.advance(1)
    expect((await getBonusOffer(platform, late)).state).toBe('over')
    expect((await expectDomainError(claimBonus(platform, late))).data).toEqual({ reason: 'over' })
    // A second deposit is not a first one.
    await deposit(late, '1000')
    expect((await expectDomainError(claimBonus(platform, late))).data).toEqual({ reason: 'over' })
  })

  it('is rejected where the country’s policy or the operator offers none', async () => {
    const uid = await depositor()
    // In live mode the policy of the phone’s country applies: 1303… is in the United States.
    const live = { ...platform, settings: { ...platform.settings, MODE: 'live' as const } }
    expect((await getBonusOffer(live, uid)).state).toBe('off')
    expect((await expectDomainError(claimBonus(live, uid))).code).toBe('notAllowed')
    const { db } = platform.database
    await sql`insert into content_setting values ('bonus_max', '0', 1)`.execute(db)
    expect((await expectDomainError(claimBonus(platform, uid))).code).toBe('notAllowed')
    await sql`delete from content_setting where key = 'bonus_max'`.execute(db)
    expect(await claimBonus(platform, uid)).toEqual(usdt('300'))
  })

  it('is rejected while the reserve does not cover it, and can be claimed once it does', async () => {
    const uid = await depositor()
    const [, , reserve = 0n] = await purses(uid)
    const cause = { kind: 'test', id: 1_000_000 + funded } as const
    const out = {
      from: house('marketing'),
      to: house('fees'),
      amount: reserve - usdt('299.99999999'),
      type: 90 as const,
    }
    await transact(platform.database.db, (tx) => postSingle(tx, 1, { cause, transfers: [out] }))
    expect((await expectDomainError(claimBonus(platform, uid))).code).toBe('insufficientReserve')
    expect((await getBonusOffer(platform, uid)).state).toBe('claimable')
    await fund('0.00000001')
    expect(await claimBonus(platform, uid)).toEqual(usdt('300'))
  })

  it('is claimed completely or not at all when the connection dies', async () => {
    for (const when of ['before', 'after'] as const)
      for (let at = 1; ; at += caseStride()) {
        const uid = await depositor()
        const { pool, url } = platform.database
        const death = killConnectionAt(url, at, when)
        await claimBonus(platform, uid).catch(() => null)
        const died = death.happened()
        death.over()
        await drainDeadConnections(pool)
        const state = (await getBonusOffer(platform, uid)).state
        expect((await purses(uid))[1]).toBe(state === 'claimed' ? usdt('300') : 0n)
        await claimBonus(platform, uid).catch(() => null)
        expect((await purses(uid))[1]).toBe(usdt('300'))
        if (!died) break
      }
    expect(await broken()).toEqual([])
  })
})

describe('the invariants', () => {
  // Each violation is planted alone and rolled back, so that an invariant that never fails is detected.
  const planted: readonly (readonly [string, string, string])[] = [
    [
      'an uncredited payment',
      `insert into funding_arrival values ('deposit:none', (select min(id) from funding_deposit), 5, 1)`,
      'everything that arrived for a deposit has exactly one transaction, which credited it to its customer',
    ],
    [
      'a credit without a payment',
      `insert into ledger_transaction (cause_kind, cause_id, key, at_ms) values ('deposit', 999999, 'deposit:999999', 1)`,
      'everything that arrived for a deposit has exactly one transaction, which credited it to its customer',
    ],
    [
      'a deposit that shows more than was received',
      `update funding_deposit set credited = credited + 1 where paid_ms is not null`,
      'a deposit is paid if and only if something arrived, and is credited with all that arrived',
    ],
    [
      'a deposit marked paid without a payment',
      `insert into funding_deposit (uid, channel, amount, lang, created_ms, paid_ms) select uid, 'erc20', 5, 'en', 1, 1 from funding_deposit limit 1`,
      'a deposit is paid if and only if something arrived, and is credited with all that arrived',
    ],
    [
      'a transfer credited under another key than its hash',
      `insert into funding_transfer (deposit_id, owner_uid, network, hash, paid_to, reported, finding, tries) select min(id), 1, 1001, '0xff', '', '{}', 'confirmed', 0 from funding_deposit where paid_ms is not null`,
      'a transfer on a chain was credited at most once for its recipient, under its hash',
    ],
    [
      'a payment that states more than was booked',
      'set local session_replication_role = replica; update funding_arrival set amount = amount + 1',
      'the entries of every deposit and bonus are what arrived and what was granted',
    ],
    [
      'a bonus without a transaction',
      `insert into funding_bonus select uid, id, 5, 1 from funding_deposit d where not exists (select from funding_bonus b where b.uid = d.uid) limit 1`,
      'every bonus has exactly one transaction of its amount from the marketing reserve',
    ],
  ]
  it.each(planted)('detect %s', async (_what, breach, name) => {
    await depositor()
    expect(await broken()).toEqual([])
    const { db } = platform.database
    await expect(
      db.transaction().execute(async (tx) => {
        await sql.raw(breach).execute(tx)
        const found: string[] = []
        for (const invariant of depositInvariants)
          if ((await invariant.broken(tx)).length > 0) found.push(invariant.name)
        expect(found).toContain(name)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await broken()).toEqual([])
  })

  it('reject changes and deletions of payments, claims and derived addresses', async () => {
    await claimBonus(platform, await depositor())
    const { db } = platform.database
    for (const table of ['funding_arrival', 'funding_bonus']) {
      await expect(sql.raw(`update ${table} set amount = 1`).execute(db)).rejects.toThrow(/not allowed/)
      await expect(sql.raw(`delete from ${table}`).execute(db)).rejects.toThrow(/not allowed/)
    }
  })
})
