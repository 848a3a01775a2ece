import { reportTransferFromWire } from '@glasshouse/core/deposits/codec'
import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { caseStride } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { HDKey } from '@scure/bip32'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateSetting } from '../../content/index.fixture.ts'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import type { ReviewKind } from '../../reviews/index.ts'
import { addStaffMember } from '../../staff/index.ts'
import { deriveAddress, xpubFingerprint } from '../chains/addresses.ts'
import { depositInvariants } from '../store/invariants.ts'
import { anonymizeTransfers, listTransfersOf as transfersOf } from '../store/transfers.ts'
import { assertOperatorAddressesValid, depositAddresses, depositAddressOf } from './depositAddresses.ts'
import { depositReviews } from './depositReview.ts'
import { listDeposits } from './list.ts'
import { listRecentSenderAddresses, reportTransfer } from './onchain.ts'

let platform: TestPlatform
let reviews: ReviewKind
const manager: ManagerIdentity = {
  id: 1,
  sessionId: 1,
  email: 'm@glasshouse.test',
  name: 'M',
  role: 'manager',
}
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase(24))
  reviews = depositReviews(platform)
  await transact(platform.database.db, (tx) => addStaffMember(tx, { ...manager, passwordHash: 'x' }, 1))
})
afterAll(() => platform.database.drop())

let transfers = 0
const freshHash = (): string => {
  transfers += 1
  return `0x${transfers.toString(16).padStart(64, '0')}`
}
const newcomer = async () => (await newCustomer(platform)).uid
type Report = Partial<Parameters<typeof reportTransferFromWire>[0]>
const report = (uid: number, changes: Report = {}) =>
  reportTransfer(
    platform,
    uid,
    reportTransferFromWire({ type: 1001, money: usdt('1000'), hash: freshHash(), ...changes }),
    'en',
  )
const mine = async (uid: number) =>
  (await listDeposits(platform, uid, { offset: 0, limit: 100, orderBy: 'id', direction: 'asc', state: null }))
    .rows
const walletOf = async (uid: number) =>
  (await getBalances(platform.database.db, [customer(uid, 'wallet')]))[0]
const broken = async () => {
  const report = await checkInvariants(platform.database.db, 1, [...ledgerInvariants, ...depositInvariants])
  return report.invariants.filter(({ holds }) => !holds)
}
const decide = (
  id: number,
  decision: 'approve' | 'reject',
  more: { amount?: string; remark?: string } = {},
) => {
  const amount = more.amount === undefined ? null : usdt(more.amount)
  const remark = more.remark ?? ''
  return transact(platform.database.db, async (tx) => {
    const locked = await reviews.lock(tx, id)
    if (locked?.state !== 'pending') return 'decided'
    await reviews.decide(tx, id, { decision, staff: manager, remark, reason: null, amount })
    return 'done'
  })
}

describe('the deposit address', () => {
  it('has no owner in practice mode without a key, is the operator’s if configured, and the customer’s own with a key', async () => {
    const uid = await newcomer()
    const [evm, tron] = await depositAddresses(platform, uid)
    expect([evm?.network, evm?.name, tron?.network, tron?.name]).toEqual([
      1001,
      'USDT (ERC20)',
      1002,
      'USDT (TRC20)',
    ])
    const operator = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const configured = {
      ...platform,
      settings: { ...platform.settings, EVM_ADDRESS: operator.toLowerCase() },
    }
    expect((await depositAddresses(configured, uid))[0]?.address).toBe(operator)
    const live = {
      ...platform,
      settings: { ...platform.settings, MODE: 'live' as const, EVM_ADDRESS: operator },
    }
    // In live mode a network without a configured chain has no address.
    expect(await depositAddresses(live, uid)).toEqual([])
  })

  it('is rejected at the start if the operator mistyped it', () => {
    const right = {
      EVM_ADDRESS: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      EVM_TOKEN: '0xdac17f958d2ee523a2206206994597c13d831ec7',
      TRON_ADDRESS: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
      TRON_TOKEN: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    }
    const check = (change: Partial<typeof right>) => () =>
      assertOperatorAddressesValid({ ...platform.settings, ...right, ...change })
    expect(check({})).not.toThrow()
    expect(check({ EVM_ADDRESS: right.EVM_ADDRESS.replace('Aed', 'AeD') })).toThrow(
      'EVM_ADDRESS: its checksum',
    )
    expect(check({ EVM_TOKEN: right.EVM_ADDRESS.replace('5aA', '5AA') })).toThrow('EVM_TOKEN: its checksum')
    expect(check({ TRON_ADDRESS: right.TRON_ADDRESS.replace('W', 'X') })).toThrow(
      'TRON_ADDRESS: its checksum',
    )
    expect(check({ TRON_TOKEN: right.TRON_TOKEN.replace('j6t', 'j6u') })).toThrow('TRON_TOKEN: its checksum')
  })

  it('is derived once per customer, in order, without gaps, and stays when the key changes', async () => {
    const [key, next] = [1, 2].map(
      (fill) => HDKey.fromMasterSeed(new Uint8Array(32).fill(fill)).publicExtendedKey,
    )
    const withKey = (EVM_XPUB: string | undefined) => ({
      ...platform,
      settings: { ...platform.settings, EVM_XPUB },
    })
    const people = await Promise.all(Array.from({ length: 20 }, newcomer))
    const ask = async (uid: number, xpub = key) => (await depositAddresses(withKey(xpub), uid))[0]?.address
    const given = await Promise.all(people.flatMap((uid) => [ask(uid), ask(uid), ask(uid)]))
    const expected = people.map((_, place) => deriveAddress(1001, key ?? '', place))
    expect(new Set(given)).toEqual(new Set(expected))
    for (const [at, uid] of people.entries()) expect(await ask(uid)).toBe(given[3 * at])
    expect(await ask(people[0] ?? 0, next)).toBe(deriveAddress(1001, next ?? '', 0))
    expect(await ask(people[0] ?? 0)).toBe(given[0])
  })

  it('is not shown when the row of the database is not what the key derives', async () => {
    const EVM_XPUB = HDKey.fromMasterSeed(new Uint8Array(32).fill(3)).publicExtendedKey
    const configured = { ...platform, settings: { ...platform.settings, EVM_XPUB } }
    const uid = await newcomer()
    const foreign = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    await sql`insert into funding_address (network, key_id, uid, place, address, since_ms)
      values (1001, ${xpubFingerprint(EVM_XPUB)}, ${uid}, 0, ${foreign}, 1)`.execute(platform.database.db)
    await expect(depositAddresses(configured, uid)).rejects.toThrow('is not that of its key')
    await expect(depositAddressOf(configured, uid, 1001)).rejects.toThrow('is not that of its key')
  })
})

describe('a report', () => {
  it('waits for staff and credits nothing', async () => {
    const uid = await newcomer()
    const hash = `0x${'AB'.repeat(32)}`
    const { id } = await report(uid, {
      hash: ` ${hash.slice(0, 20)} ${hash.slice(20)}`,
      param: 'from my exchange',
    })
    expect(await mine(uid)).toEqual([
      {
        id,
        state: 'pending',
        createdMs: platform.clock.business(),
        amount: usdt('1000'),
        credited: null,
        channel: 'erc20',
        hash: hash.toLowerCase(),
        remark: null,
        chainStatus: 'unchecked',
        confirmations: null,
        confirmationsNeeded: null,
        paymentUrl: null,
      },
    ])
    expect(await walletOf(uid)).toBe(0n)
  })

  it.each([
    [{ hash: '' }, 'hash'],
    [{ hash: `0x${'a'.repeat(63)}` }, 'hash'],
    [{ hash: `0x${'g'.repeat(64)}` }, 'hash'],
    [{ type: 1002, hash: `0x${'a'.repeat(64)}` }, 'hash'],
    [{ payaddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }, 'payaddress'],
    [{ type: 1002, hash: 'a'.repeat(64), payaddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMX' }, 'payaddress'],
  ] as const)('rejects %j', async (changes, field) => {
    expect(await expectDomainError(report(await newcomer(), changes as Report))).toEqual({
      code: 'invalidField',
      data: { field },
    })
  })

  it('is rejected outside the limits, and with an unknown or foreign picture', async () => {
    const uid = await newcomer()
    for (const money of ['0', '9.99999999', '50000.00000001'])
      expect(await expectDomainError(report(uid, { money: usdt(money) }))).toEqual({
        code: 'outOfRange',
        data: { min: '10', max: '50000' },
      })
    for (const url of ['https://example.com/a.png', `/api/uploads/${'x'.repeat(32)}`, '../../etc/passwd'])
      expect((await expectDomainError(report(uid, { url }))).code).toBe('notFound')
    expect(await mine(uid)).toEqual([])
    await updateSetting(platform, manager, { key: 'userpay_min', value: '20' }, { ip: '', userAgent: '' })
    expect((await expectDomainError(report(uid, { money: usdt('19') }))).data).toMatchObject({ min: '20' })
    await updateSetting(platform, manager, { key: 'userpay_min', value: '10' }, { ip: '', userAgent: '' })
  })

  it('counts a hash once for one customer, in any spelling and under concurrency', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, newcomer))
    const hash = `0x${'c0ffee'.repeat(10)}abcd`
    const ways = [
      hash,
      hash.toUpperCase().replace('0X', '0x'),
      ` ${hash} `,
      `${hash.slice(0, 9)} ${hash.slice(9)}`,
    ]
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        report(people[at % 10] ?? 0, { hash: ways[at % 4] ?? '' }).then(
          () => 'taken',
          ({ code, data }) => `${code} ${data.reason}`,
        ),
      ),
    )
    expect(results.filter((one) => one === 'taken').length).toBe(1)
    expect(new Set(results)).toEqual(new Set(['taken', 'invalidState hashUsed']))
    // Another network has other transfers.
    const tron = await report(people[0] ?? 0, { type: 1002, hash: hash.slice(2) })
    expect(tron.id).toBeGreaterThan(0)
  })

  it('allows at most nine other pending reports, also under concurrency', async () => {
    const uid = await newcomer()
    const results = await Promise.all(
      Array.from({ length: 30 }, () =>
        report(uid).then(
          ({ id }) => id,
          ({ code, data }) => `${code} ${data.max}`,
        ),
      ),
    )
    const ids = results.filter((one) => typeof one === 'number')
    expect(ids.length).toBe(10)
    expect(new Set(results.filter((one) => typeof one === 'string'))).toEqual(new Set(['tooManyOrders 10']))
    await decide(ids[0] ?? 0, 'approve')
    await report(uid)
    expect((await expectDomainError(report(uid))).code).toBe('tooManyOrders')
  })
})

describe('staff', () => {
  it('credit the received amount once, under concurrent decisions', async () => {
    const uid = await newcomer()
    const { id } = await report(uid, { payaddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })
    const results = await Promise.all(
      Array.from({ length: 20 }, () => decide(id, 'approve', { amount: '998.5' })),
    )
    expect(results.filter((one) => one === 'done').length).toBe(1)
    expect(await walletOf(uid)).toBe(usdt('998.5'))
    expect((await mine(uid))[0]).toMatchObject({
      state: 'credited',
      amount: usdt('1000'),
      credited: usdt('998.5'),
    })
    expect(await listRecentSenderAddresses(platform.database.db, uid)).toEqual([
      { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 1001 },
    ])
    expect(await broken()).toEqual([])
  })

  it('approve the reported amount by default; never zero, never above the maximum deposit', async () => {
    const uid = await newcomer()
    const { id } = await report(uid)
    for (const amount of ['0', '50000.00000001'])
      expect((await expectDomainError(decide(id, 'approve', { amount }))).code).toBe('outOfRange')
    await decide(id, 'approve')
    expect(await walletOf(uid)).toBe(usdt('1000'))
  })

  it('are not approved in live mode while the chain is not configured, but can be rejected', async () => {
    const uid = await newcomer()
    const { id } = await report(uid)
    const live = depositReviews({ ...platform, settings: { ...platform.settings, MODE: 'live' } })
    const decision = { staff: manager, remark: 'Nothing arrived.', reason: null, amount: null } as const
    const by = (choice: 'approve' | 'reject') =>
      transact(platform.database.db, (tx) => live.decide(tx, id, { ...decision, decision: choice }))
    expect(await expectDomainError(by('approve'))).toEqual({
      code: 'invalidState',
      data: { reason: 'chainNotConfigured' },
    })
    expect(await walletOf(uid)).toBe(0n)
    await by('reject')
    expect((await mine(uid))[0]).toMatchObject({ state: 'rejected' })
  })

  it('reject with a remark for the customer, and release the hash for its owner', async () => {
    const [uid, other] = [await newcomer(), await newcomer()]
    const hash = freshHash()
    const { id } = await report(uid, { hash })
    expect((await expectDomainError(report(other, { hash }))).code).toBe('invalidState')
    expect(await decide(id, 'reject', { remark: 'Nothing arrived.' })).toBe('done')
    expect((await mine(uid))[0]).toMatchObject({ state: 'rejected', remark: 'Nothing arrived.' })
    expect(await walletOf(uid)).toBe(0n)
    expect(await decide(id, 'approve')).toBe('decided')
    const again = await report(other, { hash })
    await decide(again.id, 'approve')
    // A credited hash stays used permanently.
    expect((await expectDomainError(report(uid, { hash }))).data).toEqual({ reason: 'hashUsed' })
    expect([await walletOf(uid), await walletOf(other)]).toEqual([0n, usdt('1000')])
    expect(await broken()).toEqual([])
  })

  it('see the report and find it by its hash', async () => {
    const uid = await newcomer()
    const hash = freshHash()
    const { id } = await report(uid, { hash, price: '1000.50', onlinepaytype: 'exchange' })
    const shown = (await reviews.show(platform.database.db, [id])).get(id)
    expect(shown).toMatchObject({
      uid,
      state: 'pending',
      summary: 'Deposit 1000 USDT (ERC20), unchecked',
      needed: 1,
    })
    const names = Object.fromEntries((shown?.fields ?? []).map(({ name, value }) => [name, value]))
    expect(names).toMatchObject({ hash, reported: '1000', price: '1000.50', onlinepaytype: 'exchange' })
    const { rows } = await reviews.items('pending').execute(platform.database.db)
    expect(rows.find((row) => row.id === id)?.words).toContain(hash)
    expect(await reviews.secretsOf(platform.database.db, id, manager)).toEqual([])
  })
})

describe('a broken connection', () => {
  it('at any statement of a report or an approval leaves all effects or none', async () => {
    for (const when of ['before', 'after'] as const)
      for (let at = 1; ; at += caseStride()) {
        const uid = await newcomer()
        const hash = freshHash()
        const { pool, url } = platform.database
        const death = killConnectionAt(url, at, when)
        const reported = await report(uid, { hash }).catch(() => null)
        const died = death.happened()
        death.over()
        await drainDeadConnections(pool)
        const rows = await mine(uid)
        // A response implies the report exists; without one it may exist if the commit was the last statement.
        if (reported !== null) expect(rows.map(({ id }) => id)).toEqual([reported.id])
        const id = rows[0]?.id ?? (await report(uid, { hash })).id
        const killed = killConnectionAt(url, at, when)
        await decide(id, 'approve', { amount: '990' }).catch(() => null)
        const approvalDied = killed.happened()
        killed.over()
        await drainDeadConnections(pool)
        const [deposit] = await mine(uid)
        const paid = deposit !== undefined && deposit.state === 'credited'
        expect(await walletOf(uid)).toBe(paid ? usdt('990') : 0n)
        expect(await decide(id, 'approve', { amount: '990' })).toBe(paid ? 'decided' : 'done')
        expect(await walletOf(uid)).toBe(usdt('990'))
        if (!died && !approvalDied) break
      }
    expect(await broken()).toEqual([])
  })
})

it('is exported completely, and is anonymized when the account is closed', async () => {
  const uid = await newcomer()
  const payaddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const hash = freshHash()
  await report(uid, { hash, payaddress, param: 'from my brother' })
  const { db } = platform.database
  expect(await transfersOf(db, uid)).toMatchObject([
    { hash, paid_from: payaddress, reported: { param: 'from my brother' } },
  ])
  await transact(db, (tx) => anonymizeTransfers(tx, uid))
  expect(await transfersOf(db, uid)).toMatchObject([{ hash, paid_from: null, reported: {} }])
})
