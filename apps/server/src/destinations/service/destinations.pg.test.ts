import { hourMs } from '@glasshouse/core/calendar/durations'
import { caseStride } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listMessagesTo } from '../../notifications/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { anonymizeDestinations, listDestinationChanges } from '../store.ts'
import {
  cooldownUntil,
  decryptDestination,
  findDestination,
  getBankDetails,
  getWithdrawalAddresses,
  saveBankDetails,
  saveWalletAddress,
  saveWithdrawalAddress,
} from './destinations.ts'

const tron = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
const otherTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const bank = {
  firstName: 'Ada',
  lastName: 'Example',
  bankName: 'Sample Bank',
  iban: 'DE89370400440532013000',
}

let platform: TestPlatform
let uid = 0
let email = ''
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
beforeEach(async () => {
  ;({ uid, email } = await newCustomer(platform))
})
afterAll(() => platform.database.drop())

const db = () => platform.database.db
const by = () => ({ uid, ip: '203.0.113.9' })
const cold = (address: string, network: '1001' | '1002' = '1002') =>
  saveWithdrawalAddress(platform, by(), { network, address })
const pause = () => cooldownUntil(db(), uid, platform.clock.business())

describe('bank data', () => {
  it('is returned in full to its owner, and masked to others', async () => {
    expect(await getBankDetails(platform, uid)).toEqual({ bank: {}, wallet: null, changedMs: null })
    expect(await findDestination(db(), uid, 'bank')).toBeNull()
    const atMs = platform.clock.business()
    await saveBankDetails(platform, by(), {
      ...bank,
      iban: ' de89 3704 0044 0532 0130 00',
      city: ' Berlin ',
      ifsc: '',
    })
    expect(await getBankDetails(platform, uid)).toEqual({
      bank: { ...bank, city: 'Berlin' },
      wallet: null,
      changedMs: atMs,
    })
    expect(await findDestination(db(), uid, 'bank')).toEqual({
      summary: 'Sample Bank · DE89…3000',
      changedAtMs: atMs,
    })
    const whole = await decryptDestination(platform.secrets, db(), uid, 'bank')
    // Stored under the names of the wire, in one order.
    expect(whole).toBe(
      '{"bankno":"Sample Bank","city":"Berlin","firstname":"Ada","iban":"DE89370400440532013000","lastname":"Example"}',
    )
  })

  it('is replaced as a whole', async () => {
    await saveBankDetails(platform, by(), { ...bank, city: 'Berlin' })
    await saveBankDetails(platform, by(), { holder: 'Ada Example', accountNumber: '0123-4567 89' })
    expect((await getBankDetails(platform, uid)).bank).toEqual({
      holder: 'Ada Example',
      accountNumber: '0123-4567 89',
    })
    expect(await findDestination(db(), uid, 'bank')).toMatchObject({ summary: '…89' })
  })

  it.each([
    [{}, 'accntnm'],
    [{ ...bank, firstName: '  ' }, 'accntnm'],
    [{ ...bank, lastName: undefined }, 'lastname'],
    [{ ...bank, iban: undefined }, 'accntno'],
    [{ ...bank, iban: ' ' }, 'accntno'],
    [{ ...bank, iban: 'DE88370400440532013000' }, 'iban'],
    [{ ...bank, iban: '12345678' }, 'iban'],
  ])('rejects %j', async (raw, field) => {
    expect(await expectDomainError(saveBankDetails(platform, by(), raw))).toEqual({
      code: 'invalidField',
      data: { field },
    })
    expect(await listDestinationChanges(db(), uid)).toEqual([])
  })

  it('pauses nothing', async () => {
    await saveBankDetails(platform, by(), bank)
    expect(await pause()).toBeNull()
  })
})

describe('an address', () => {
  it('is stored per network', async () => {
    expect(await getWithdrawalAddresses(platform, uid)).toEqual({})
    await cold(` ${tron} `)
    await cold(evm.toLowerCase(), '1001')
    expect(await getWithdrawalAddresses(platform, uid)).toEqual({ '1001': evm, '1002': tron })
    expect(await decryptDestination(platform.secrets, db(), uid, '1001')).toBe(evm)
    expect(await findDestination(db(), uid, '1002')).toMatchObject({ summary: 'TJCnKs…6sxMW' })
  })

  it.each([
    ['1002', ''],
    ['1002', '   '],
    ['1002', evm],
    ['1002', `${tron.slice(0, -1)}X`],
    ['1001', tron],
    ['1001', evm.replace('aA', 'Aa')],
    ['1001', evm.slice(2)],
  ] as const)('on %s rejects %j', async (network, address) => {
    expect(await expectDomainError(cold(address, network))).toEqual({
      code: 'invalidField',
      data: { field: 'address' },
    })
    expect(await pause()).toBeNull()
  })

  it('pauses digital withdrawals for 24 hours of the business calendar, again after each change', async () => {
    const firstMs = platform.clock.business()
    await cold(tron)
    expect(await pause()).toBe(firstMs + 24 * hourMs)
    platform.clock.advance(23 * hourMs)
    await cold(evm, '1001')
    expect(await pause()).toBe(firstMs + 47 * hourMs)
    platform.clock.advance(24 * hourMs - 1)
    expect(await pause()).toBe(firstMs + 47 * hourMs)
    platform.clock.advance(1)
    expect(await pause()).toBeNull()
  })

  it('is not accessible to other customers', async () => {
    await cold(tron)
    const other = await newCustomer(platform)
    expect(await getWithdrawalAddresses(platform, other.uid)).toEqual({})
    expect(await findDestination(db(), other.uid, '1002')).toBeNull()
    expect(await cooldownUntil(db(), other.uid, platform.clock.business())).toBeNull()
    // A row cannot be moved to another customer either: it is encrypted for its owner.
    await sql`update funding_destination set uid = ${other.uid} where uid = ${uid}`.execute(db())
    await expect(getWithdrawalAddresses(platform, other.uid)).rejects.toThrow()
  })
})

describe('a wallet address', () => {
  const save = (currency: string, address: string) => saveWalletAddress(platform, by(), { currency, address })

  it('is stored with the bank data, trimmed', async () => {
    await saveBankDetails(platform, by(), bank)
    await save(' BTC ', ' bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq ')
    expect(await getBankDetails(platform, uid)).toMatchObject({
      bank: { iban: bank.iban },
      wallet: { currency: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
    })
    expect(await pause()).not.toBeNull()
    // This network has no digital withdrawals.
    expect(await findDestination(db(), uid, '1001')).toBeNull()
    expect(await findDestination(db(), uid, '1002')).toBeNull()
  })

  it('replaces a missing cold wallet of the network named by its currency', async () => {
    await save('USDT(TRC20)', otherTron)
    expect(await decryptDestination(platform.secrets, db(), uid, '1002')).toBe(otherTron)
    expect(await findDestination(db(), uid, '1001')).toBeNull()
    await cold(tron)
    expect(await decryptDestination(platform.secrets, db(), uid, '1002')).toBe(tron)
  })

  it('stands in for a cold wallet only as long as its currency names the network', async () => {
    await save('USDT(TRC20)', otherTron)
    await save('BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
    expect(await findDestination(db(), uid, '1002')).toBeNull()
    expect(await decryptDestination(platform.secrets, db(), uid, '1002')).toBeNull()
    await save('USDT(ERC20)', evm.toLowerCase())
    expect(await findDestination(db(), uid, '1002')).toBeNull()
    expect(await decryptDestination(platform.secrets, db(), uid, '1001')).toBe(evm)
    await save('USDT(TRC20)', tron)
    expect(await findDestination(db(), uid, '1001')).toBeNull()
    expect(await decryptDestination(platform.secrets, db(), uid, '1002')).toBe(tron)
  })

  it.each([
    ['', tron, 'cryptocurrency'],
    ['USDT', ' ', 'walletaddr'],
    ['USDT', 'two words', 'walletaddr'],
    ['USDT(TRC20)', evm, 'walletaddr'],
    ['ERC20', `${evm}0`, 'walletaddr'],
  ])('of %j rejects %j', async (currency, address, field) => {
    expect(await expectDomainError(save(currency, address))).toEqual({
      code: 'invalidField',
      data: { field },
    })
  })
})

describe('every change', () => {
  const unchanged = { code: 'invalidState', data: { reason: 'unchanged' } }

  it('is rejected when it changes nothing, in any spelling', async () => {
    await cold(evm, '1001')
    await saveBankDetails(platform, by(), bank)
    await saveWalletAddress(platform, by(), { currency: 'BTC', address: 'abc' })
    platform.clock.advance(25 * hourMs)
    const again = [
      () => cold(` ${evm.toLowerCase()}`, '1001'),
      () => saveBankDetails(platform, by(), { city: '', ...bank, iban: 'DE89 3704 0044 0532 0130 00' }),
      () => saveWalletAddress(platform, by(), { currency: 'BTC ', address: ' abc' }),
    ]
    for (const ask of again) expect(await expectDomainError(ask())).toEqual(unchanged)
    expect(await listDestinationChanges(db(), uid)).toHaveLength(3)
    expect(await pause()).toBeNull()
  })

  it('counts once under ten concurrent requests', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => cold(tron)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await listDestinationChanges(db(), uid)).toHaveLength(1)
  })

  it('is reported by e-mail without the address', async () => {
    await cold(tron)
    await saveBankDetails(platform, by(), bank)
    const [newest, before] = await listMessagesTo(db(), email)
    expect(before?.subject).toContain('withdrawal address changed')
    expect(newest?.subject).toContain('bank data changed')
    for (const message of [newest, before]) expect(message?.body).not.toMatch(/TJCn|DE89/)
  })

  it('is recorded permanently: time, kind, masked value and origin', async () => {
    const atMs = platform.clock.business()
    await cold(otherTron)
    await cold(tron)
    const change = { kind: '1002', changed_ms: atMs, ip: '203.0.113.9' }
    expect(await listDestinationChanges(db(), uid)).toMatchObject([
      { ...change, summary: 'TR7NHq…jLj6t' },
      { ...change, summary: 'TJCnKs…6sxMW' },
    ])
    const breaches = [
      sql`delete from funding_destination_change where uid = ${uid}`,
      sql`update funding_destination_change set changed_ms = 1 where uid = ${uid}`,
      sql`update funding_destination_change set ip = '' where uid = ${uid}`,
      sql`update funding_destination_change set sealed = '', summary = '', ip = '', kind = '1001' where uid = ${uid}`,
      sql`truncate funding_destination_change`,
    ]
    for (const breach of breaches) await expect(breach.execute(db())).rejects.toThrow('not allowed')
    expect(await listDestinationChanges(db(), uid)).toHaveLength(2)
  })

  it('keeps only its time once the account is closed', async () => {
    await cold(tron)
    await saveBankDetails(platform, by(), bank)
    await transact(db(), (tx) => anonymizeDestinations(tx, uid))
    expect(await getBankDetails(platform, uid)).toEqual({ bank: {}, wallet: null, changedMs: null })
    expect(await findDestination(db(), uid, '1002')).toBeNull()
    expect(await listDestinationChanges(db(), uid)).toMatchObject([
      { kind: '1002', summary: '', ip: '' },
      { kind: 'bank', summary: '', ip: '' },
    ])
  })

  it('leaves no readable text in the tables', async () => {
    await cold(tron)
    await saveBankDetails(platform, by(), bank)
    const { rows } = await sql<{ row: string }>`
      select d::text as row from funding_destination d where uid = ${uid}
      union all select c::text from funding_destination_change c where uid = ${uid}
    `.execute(db())
    expect(rows).toHaveLength(4)
    for (const { row } of rows)
      for (const secret of [tron, bank.iban, bank.lastName]) expect(row).not.toContain(secret)
  })

  const killable = {
    'a cold wallet': {
      save: (at: number) => cold(at % 2 === 0 ? tron : otherTron),
      isSaved: async (at: number) =>
        (await getWithdrawalAddresses(platform, uid))['1002'] === (at % 2 === 0 ? tron : otherTron),
    },
    'bank data': {
      save: (at: number) => saveBankDetails(platform, by(), { ...bank, city: `City ${at}` }),
      isSaved: async (at: number) => (await getBankDetails(platform, uid)).bank.city === `City ${at}`,
    },
  } as const
  const deaths = ['before', 'after'] as const
  const things = ['a cold wallet', 'bank data'] as const
  it.each(things.flatMap((what) => deaths.map((when) => [what, when] as const)))(
    'saving %s, killed %s any statement, is atomic',
    async (what, when) => {
      const { save, isSaved } = killable[what]
      const failures = new Set<boolean>()
      for (let at = 1; ; at += caseStride()) {
        const death = killConnectionAt(platform.database.url, at, when)
        const outcome = await save(at).then(
          () => 'done',
          () => 'failed',
        )
        death.over()
        await drainDeadConnections(platform.database.pool)
        const changes = await listDestinationChanges(db(), uid)
        const isDone = await isSaved(at)
        const mails = await listMessagesTo(db(), email)
        const before = (at - 1) / caseStride()
        expect([at, changes.length, mails.length]).toEqual([at, before + (isDone ? 1 : 0), changes.length])
        if (outcome === 'done') expect(isDone).toBe(true)
        if (!isDone) await save(at)
        failures.add(isDone)
        if (!death.happened()) {
          expect(at).toBeGreaterThan(6)
          expect(failures.has(false)).toBe(true)
          break
        }
      }
    },
  )
})
