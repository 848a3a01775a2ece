import { customer } from '@glasshouse/core/ledger/chart'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import type { NamedRecipient } from '@glasshouse/core/wallets/codec'
import { caseStride, killPoints, longIt } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { testLock } from '@glasshouse/testkit/customers'
import { seededRandom } from '@glasshouse/testkit/random'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import { testPassword, type WalletStage, walletFixture } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLock } from '../../identity/index.fixture.ts'
import { lockBalances } from '../../ledger/posting/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { previewRecipient, transferToUser } from './internalTransfer.ts'
import { listJournal } from './journal.ts'

let stage: WalletStage
beforeAll(async () => {
  stage = await walletFixture()
})
afterAll(() => stage.database.drop())

const byUid = (uid: number): NamedRecipient => ({ kind: 'uid', account: String(uid) })
const send = (uid: number, to: NamedRecipient, amount: string, withdrawPassword = testPassword) =>
  transferToUser(stage, uid, { to, amount: usdt(amount), withdrawPassword })
const rich = async (amount: string) => {
  const someone = await stage.newcomer()
  await stage.give(someone.uid, 'wallet', usdt(amount))
  return someone
}
const set = (uid: number, change: string) =>
  sql.raw(`update identity_customer set ${change} where uid = ${uid}`).execute(stage.database.db)
const journalOf = async (uid: number) =>
  (
    await listJournal(
      stage.database.db,
      uid,
      {
        filter: { kind: 'only', types: [6, 7] },
        wallet: null,
        from: undefined,
        to: undefined,
        offset: 0,
        limit: 10,
        direction: 'asc',
      },
      'en',
      0,
    )
  ).rows

describe('sending to another customer', () => {
  it('reaches the recipient named by phone, e-mail or uid, and both see it in their journal', async () => {
    const ann = await rich('100')
    const bob = await stage.newcomer()
    await send(ann.uid, { kind: 'phone', account: bob.phone }, '10')
    await send(ann.uid, { kind: 'email', account: bob.email.toUpperCase() }, '20')
    await send(ann.uid, byUid(bob.uid), '30')
    expect(await stage.held(ann.uid, 'wallet')).toBe(usdt('40'))
    expect(await stage.held(bob.uid, 'wallet')).toBe(usdt('60'))
    const lines = await journalOf(bob.uid)
    expect(
      lines.map(({ type, typeName, amount, balance }) => [
        ...[type, typeName, formatUsdt(amount), formatUsdt(balance)],
      ]),
    ).toEqual([
      [7, 'Received from user', '10', '10'],
      [7, 'Received from user', '20', '30'],
      [7, 'Received from user', '30', '60'],
    ])
    expect(lines[0]?.otherPhone).toMatch(/^12\d?\*{5,}\d{3,4}$/)
    expect(lines[0]?.otherPhone).not.toContain(ann.phone)
    expect((await journalOf(ann.uid)).map(({ type, amount }) => [type, formatUsdt(amount)])).toEqual([
      [6, '-10'],
      [6, '-20'],
      [6, '-30'],
    ])
    const { rows } = await sql<{ uid: number }>`
      select (body ->> 'uid')::bigint as uid from platform_fact where body ->> 'event' = 'WALLET_CHANGED'`.execute(
      stage.database.db,
    )
    expect(rows.filter(({ uid }) => uid === ann.uid)).toHaveLength(3)
    expect(rows.filter(({ uid }) => uid === bob.uid)).toHaveLength(3)
    expect(await stage.broken()).toEqual({})
  })

  it('requires the transfer flag before any other check', async () => {
    const ann = await rich('100')
    await set(ann.uid, 'transfer_switch = 1')
    expect((await expectDomainError(send(ann.uid, byUid(1), '0', 'wrong'))).code).toBe('notAllowed')
    expect((await expectDomainError(previewRecipient(stage, ann.uid, byUid(1)))).code).toBe('notAllowed')
  })

  it('requires the withdrawal password before the recipient is looked up', async () => {
    const ann = await rich('100')
    expect((await expectDomainError(send(ann.uid, byUid(77_777_777), '1', 'wrong'))).code).toBe(
      'invalidCredentials',
    )
    const { rows } = await sql`select 1 from wallets_question where uid = ${ann.uid}`.execute(
      stage.database.db,
    )
    expect(rows).toEqual([])
  })

  it('rejects zero, more than the balance and oneself', async () => {
    const ann = await rich('100')
    const bob = await stage.newcomer()
    expect((await expectDomainError(send(ann.uid, byUid(bob.uid), '0'))).code).toBe('outOfRange')
    expect(await expectDomainError(send(ann.uid, byUid(bob.uid), '100.00000001'))).toEqual({
      code: 'insufficientBalance',
      data: { max: '100' },
    })
    for (const to of [byUid(ann.uid), { kind: 'phone', account: ann.phone } as const])
      expect(await expectDomainError(send(ann.uid, to, '1'))).toEqual({
        code: 'invalidState',
        data: { reason: 'self' },
      })
    expect(await stage.held(ann.uid, 'wallet')).toBe(usdt('100'))
    expect(await journalOf(ann.uid)).toEqual([])
  })

  it('returns the same error for unknown, locked, platform and malformed recipients', async () => {
    const ann = await rich('100')
    const bob = await stage.newcomer()
    await transact(stage.database.db, (tx) => startLock(stage, tx, bob.uid, testLock))
    const accounts: NamedRecipient[] = [
      byUid(bob.uid),
      byUid(10_000),
      byUid(99_999_999),
      { kind: 'phone', account: bob.phone },
      { kind: 'phone', account: 'x' },
      { kind: 'email', account: bob.email },
      { kind: 'email', account: 'nobody@example.com' },
      { kind: 'uid', account: `0${bob.uid}` },
      { kind: 'uid', account: '1 or 1=1' },
    ]
    for (const to of accounts) {
      expect(await expectDomainError(send(ann.uid, to, '1'))).toEqual({ code: 'notFound', data: {} })
      expect(await expectDomainError(previewRecipient(stage, ann.uid, to))).toEqual({
        code: 'notFound',
        data: {},
      })
    }
  })
})

it('does not reach an account that is locked while the transfer waits for it', async () => {
  const ann = await rich('100')
  const bob = await stage.newcomer()
  const sending = await transact(stage.database.db, async (tx) => {
    await lockBalances(tx, [customer(bob.uid, 'wallet')])
    const waiting = expectDomainError(send(ann.uid, byUid(bob.uid), '1'))
    await sql`select pg_sleep(0.2)`.execute(tx)
    await startLock(stage, tx, bob.uid, testLock)
    return { waiting }
  })
  expect((await sending.waiting).code).toBe('notFound')
  expect(await stage.held(bob.uid, 'wallet')).toBe(0n)
  expect(await stage.held(ann.uid, 'wallet')).toBe(usdt('100'))
})

describe('looking up a recipient', () => {
  it('shows a known name and masks the rest', async () => {
    const ann = await stage.newcomer()
    const bob = await stage.newcomer('alexandra')
    expect(await previewRecipient(stage, ann.uid, byUid(bob.uid))).toEqual({
      name: 'al***a',
      account: String(bob.uid),
    })
    const byMail = await previewRecipient(stage, ann.uid, { kind: 'email', account: bob.email })
    expect(byMail).toEqual({ name: 'al***a', account: 'w***@example.com' })
  })

  it('is limited per hour, for known and unknown recipients alike', async () => {
    const ann = await stage.newcomer()
    const live = { ...stage, settings: { ...stage.settings, MODE: 'live' as const } }
    const ask = () => previewRecipient(live, ann.uid, byUid(99_999_999))
    for (let lookup = 0; lookup < 30; lookup += 1)
      expect((await expectDomainError(ask())).code).toBe('notFound')
    stage.clock.tick(60_000)
    expect(await expectDomainError(ask())).toEqual({ code: 'tooManyRequests', data: { retryAfter: 3540 } })
    expect(
      (
        await expectDomainError(
          transferToUser(live, ann.uid, {
            to: byUid(10_001),
            amount: usdt('1'),
            withdrawPassword: testPassword,
          }),
        )
      ).code,
    ).toBe('tooManyRequests')
    stage.clock.tick(3_540_000)
    expect((await expectDomainError(ask())).code).toBe('notFound')
  })
})

describe('concurrency and crashes', () => {
  it('exactly one of 100 concurrent transfers of one balance succeeds', async () => {
    const ann = await rich('100')
    const bob = await stage.newcomer()
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, () => send(ann.uid, byUid(bob.uid), '60')),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stage.held(bob.uid, 'wallet')).toBe(usdt('60'))
    expect(await stage.broken()).toEqual({})
  })

  longIt('opposite transfers never deadlock, and every snapshot of the ledger has the same sum', async () => {
    const people = await Promise.all(['250', '250', '250', '250'].map(rich))
    const uids = people.map(({ uid }) => uid)
    const random = seededRandom(9)
    let going = true
    const watching = (async () => {
      const sums = new Set<bigint>()
      while (going) {
        const { rows } = await sql<{ sum: bigint }>`
          select sum(balance) as sum from ledger_account where owner_id = any(${uids}::bigint[])`.execute(
          stage.database.db,
        )
        sums.add(rows[0]?.sum ?? 0n)
        expect(await stage.broken()).toEqual({})
      }
      return sums
    })()
    const sends = Array.from({ length: 150 }, () => {
      const from = random.pick(uids)
      const to = random.pick(uids.filter((uid) => uid !== from))
      return send(from, byUid(to), String(random.whole(1, 3)))
    })
    const all = await Promise.allSettled(sends)
    going = false
    expect(all.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await watching).toEqual(new Set([usdt('1000')]))
  })

  it('a connection that dies at any statement leaves both wallets changed or neither', async () => {
    let deaths = 0
    for (const at of killPoints(16)) {
      const ann = await rich('5')
      const bob = await stage.newcomer()
      const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
      const result = await send(ann.uid, byUid(bob.uid), '5').then(
        () => 'done',
        () => 'died',
      )
      death.over()
      await drainDeadConnections(stage.database.pool)
      if (death.happened()) deaths += 1
      const arrived = await stage.held(bob.uid, 'wallet')
      expect([0n, usdt('5')]).toContain(arrived)
      expect(await stage.held(ann.uid, 'wallet')).toBe(usdt('5') - arrived)
      if (result === 'done') expect(arrived).toBe(usdt('5'))
      expect(await stage.broken()).toEqual({})
    }
    expect(deaths).toBeGreaterThanOrEqual(10 / caseStride())
  })
})

it('is refused while an invariant of the ledger is broken', async () => {
  const [ann, bob] = [await rich('10'), await rich('10')]
  await suspendLedger(stage)
  expect((await expectDomainError(send(ann.uid, byUid(bob.uid), '5'))).code).toBe('ledgerSuspended')
  await resumeLedger(stage)
  await send(ann.uid, byUid(bob.uid), '5')
  expect(await stage.held(bob.uid, 'wallet')).toBe(usdt('15'))
})
