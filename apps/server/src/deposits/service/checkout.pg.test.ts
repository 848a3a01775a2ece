import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { gatewayLifeMs } from '@glasshouse/core/deposits/rules'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '../../identity/index.ts'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { depositInvariants } from '../store/invariants.ts'
import { listPaymentChannels } from './channels.ts'
import { createCheckoutDeposit } from './checkout.ts'
import { listDeposits } from './list.ts'
import { getSandboxPage, paySandboxDeposit } from './sandbox.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase(16))
})
afterAll(() => platform.database.drop())

let people = 0
const newcomer = (): Promise<number> => {
  people += 1
  const addresses = { email: `f${people}@example.com`, phone: `1202555${1000 + people}` }
  const rest = {
    passwordHash: 'x',
    referrerUid: 10_000,
    proven: ['email', 'phone'] as const,
    lang: 'en',
    registeredMs: 1,
  } as const
  return transact(platform.database.db, (tx) => createCustomer(tx, { ...addresses, ...rest }))
}
const begin = async (uid: number, money = usdt('1000'), action = 'sandbox') =>
  (await createCheckoutDeposit(platform, uid, { channel: action, amount: money }, 'en')).replace(
    '/practice/gateway/',
    '',
  )
const walletOf = async (uid: number) =>
  (await getBalances(platform.database.db, [customer(uid, 'wallet')]))[0]
const list = (uid: number, changes: Partial<Parameters<typeof listDeposits>[2]> = {}) =>
  listDeposits(platform, uid, {
    offset: 0,
    limit: 10,
    orderBy: 'created',
    direction: 'desc',
    state: null,
    ...changes,
  })
const expectBooksInOrder = async () => {
  const report = await checkInvariants(platform.database.db, 1, [...ledgerInvariants, ...depositInvariants])
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
}

describe('starting a deposit', () => {
  it('returns an unguessable address and credits nothing', async () => {
    const uid = await newcomer()
    const url = await createCheckoutDeposit(platform, uid, { channel: 'sandbox', amount: usdt('10') }, 'ru')
    expect(url).toMatch(/^\/practice\/gateway\/[A-Za-z0-9_-]{43}$/)
    expect(await walletOf(uid)).toBe(0n)
    expect(await getSandboxPage(platform, url.slice('/practice/gateway/'.length))).toEqual({
      kind: 'waits',
      lang: 'ru',
      amount: usdt('10'),
    })
  })

  it('is rejected outside the limits and for an unknown channel', async () => {
    const uid = await newcomer()
    const limits = { code: 'outOfRange', data: { min: '10', max: '50000' } }
    for (const money of ['0', '9.99999999', '50000.00000001'])
      expect(await expectDomainError(begin(uid, usdt(money)))).toEqual(limits)
    expect((await expectDomainError(begin(uid, usdt('100'), 'bank'))).code).toBe('notFound')
    expect((await list(uid)).total).toBe(0)
  })

  it('has no sandbox in live mode', async () => {
    const live = { ...platform, settings: { ...platform.settings, MODE: 'live' as const } }
    expect(await listPaymentChannels(live, platform.database.db)).toEqual([])
    const attempt = createCheckoutDeposit(
      live,
      await newcomer(),
      { channel: 'sandbox', amount: usdt('100') },
      'en',
    )
    expect((await expectDomainError(attempt)).code).toBe('notFound')
  })
})

describe('paying', () => {
  it('credits once for repeated payments, and notifies the open pages once', async () => {
    const uid = await newcomer()
    const page = await begin(uid, usdt('1000.5'))
    expect(await paySandboxDeposit(platform, page)).toBe('paid')
    expect(await paySandboxDeposit(platform, page)).toBe('paid')
    expect(await walletOf(uid)).toBe(usdt('1000.5'))
    expect((await getSandboxPage(platform, page))?.kind).toBe('paid')
    const facts = await platform.database.db.selectFrom('platform_fact').select(['kind', 'body']).execute()
    const pushes = facts.filter(({ kind, body }) => kind === 'pushed' && body.uid === uid)
    expect(pushes.map(({ body }) => body.event).toSorted()).toEqual(['NOTICE', 'WALLET_CHANGED'])
  })

  it('credits once for 100 concurrent payments', async () => {
    const uid = await newcomer()
    const page = await begin(uid)
    const answers = await Promise.all(Array.from({ length: 100 }, () => paySandboxDeposit(platform, page)))
    expect(new Set(answers)).toEqual(new Set(['paid']))
    expect(await walletOf(uid)).toBe(usdt('1000'))
    await expectBooksInOrder()
  })

  it('posts once even if the deposit lost its paid mark', async () => {
    const uid = await newcomer()
    const page = await begin(uid)
    await paySandboxDeposit(platform, page)
    await sql`update funding_deposit set paid_ms = null, credited = null where page_id = ${page}`.execute(
      platform.database.db,
    )
    expect(await paySandboxDeposit(platform, page)).toBe('paid')
    expect(await walletOf(uid)).toBe(usdt('1000'))
  })

  it('expires after half an hour; a paid one stays paid', async () => {
    const uid = await newcomer()
    const [late, paid] = [await begin(uid), await begin(uid, usdt('20'))]
    await paySandboxDeposit(platform, paid)
    platform.clock.advance(86_400_000)
    platform.clock.tick(gatewayLifeMs - 1)
    expect((await getSandboxPage(platform, late))?.kind).toBe('waits')
    platform.clock.tick(1)
    expect((await getSandboxPage(platform, late))?.kind).toBe('expired')
    expect(await paySandboxDeposit(platform, late)).toBe('expired')
    expect(await paySandboxDeposit(platform, paid)).toBe('paid')
    expect(await walletOf(uid)).toBe(usdt('20'))
  })

  it('returns nothing for unknown addresses', async () => {
    for (const page of ['', 'x', 'x'.repeat(43), "' or 1=1 --", 'é'.repeat(43)]) {
      expect(await paySandboxDeposit(platform, page)).toBeNull()
      expect(await getSandboxPage(platform, page)).toBeNull()
    }
  })

  longIt('survives kill -9 in the middle: every deposit is credited once or not yet', async () => {
    const uid = await newcomer()
    const pages = await Promise.all(Array.from({ length: 60 }, () => begin(uid, usdt('10'))))
    const program = `
      const { testPlatform } = await import('@glasshouse/testkit/platform')
      const { openDatabase } = await import('./apps/server/src/platform/database/index.ts')
      const { fakeClock } = await import('@glasshouse/testkit/clock')
      const { paySandboxDeposit } = await import('./apps/server/src/deposits/service/sandbox.ts')
      const platform = testPlatform(openDatabase(process.env.URL, 4), fakeClock(${platform.clock.now()}))
      for (const page of process.env.PAGES.split(',')) { await paySandboxDeposit(platform, page); console.log(page) }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, URL: platform.database.url, PAGES: pages.join(',') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let lines = 0
    child.stdout.on('data', (chunk: Buffer) => {
      lines += chunk.toString().split('\n').length - 1
      if (lines >= 15) child.kill('SIGKILL')
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    const { total } = await list(uid, { state: 'credited' })
    expect(total).toBeGreaterThanOrEqual(15)
    expect(total).toBeLessThan(60)
    expect(await walletOf(uid)).toBe(usdt('10') * BigInt(total))
    await expectBooksInOrder()
    for (const page of pages) await paySandboxDeposit(platform, page)
    expect(await walletOf(uid)).toBe(usdt('600'))
    await expectBooksInOrder()
  })
})

describe('the list', () => {
  it('shows the customer’s own deposits with their status, by page and order', async () => {
    const [uid, other] = [await newcomer(), await newcomer()]
    await begin(other)
    const late = await begin(uid, usdt('11'))
    platform.clock.tick(gatewayLifeMs)
    await paySandboxDeposit(platform, late)
    const paid = await begin(uid, usdt('12'))
    await paySandboxDeposit(platform, paid)
    platform.clock.tick(1000)
    await begin(uid, usdt('13'))
    const shown = async (changes: Parameters<typeof list>[1]) => {
      const { rows, total } = await list(uid, changes)
      return [total, rows.map(({ amount, state, channel }) => `${formatUsdt(amount)} ${state} ${channel}`)]
    }
    expect(await shown({})).toEqual([3, ['13 pending sandbox', '12 credited sandbox', '11 rejected sandbox']])
    expect(await shown({ direction: 'asc', limit: 2 })).toEqual([
      3,
      ['11 rejected sandbox', '12 credited sandbox'],
    ])
    expect(await shown({ limit: 2, offset: 2, orderBy: 'id' })).toEqual([3, ['11 rejected sandbox']])
    expect(await shown({ state: 'pending' })).toEqual([1, ['13 pending sandbox']])
    expect(await shown({ state: 'credited' })).toEqual([1, ['12 credited sandbox']])
    expect(await shown({ state: 'rejected' })).toEqual([1, ['11 rejected sandbox']])
    expect((await list(uid)).rows[0]?.createdMs).toBe(platform.clock.business())
  })
})

it('is funded from external accounts by channel', async () => {
  const [sandbox] = await getBalances(platform.database.db, [external('deposits:sandbox')])
  const { rows } = await sql<{
    paid: bigint
  }>`select sum(amount) as paid from funding_deposit where paid_ms is not null`.execute(platform.database.db)
  expect(sandbox).toBe(-(rows[0]?.paid ?? 0n))
})
