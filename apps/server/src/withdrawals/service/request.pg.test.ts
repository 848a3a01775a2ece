import { dayMs } from '@glasshouse/core/calendar/durations'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import {
  quoteWithdrawalFromWire,
  requestedWithdrawalToWire,
  requestWithdrawalFromWire,
  withdrawalQuoteFromWire,
  withdrawalQuoteToWire,
  withdrawalToWire,
} from '@glasshouse/core/withdrawals/codec'
import { judgeWithdrawal } from '@glasshouse/core/withdrawals/judge'
import { parseWholeUsdt } from '@glasshouse/core/withdrawals/rules'
import { longIt } from '@glasshouse/testkit/cases'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import { testPassword } from '@glasshouse/testkit/wallets'
import { type WithdrawalStage, withdrawalFixture } from '@glasshouse/testkit/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveBankDetails, saveWithdrawalAddress } from '../../destinations/index.ts'
import { listJournalRows } from '../../ledger/journal/index.ts'
import { listMessagesTo } from '../../notifications/index.ts'
import { transferToUser } from '../../wallets/index.fixture.ts'
import { getWithdrawalStatus, listWithdrawals } from './list.ts'
import { quoteWithdrawal, requestWithdrawal } from './request.ts'

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await withdrawalFixture()
})
afterAll(() => stage.database.drop())

type Form = Parameters<typeof requestWithdrawalFromWire>[0]
const ask = async (uid: number, form: Partial<Form> = {}, at = stage) => {
  const body = { banktype: 3, price: '100', withdrawpsd: testPassword, ...form } as const
  return requestedWithdrawalToWire(await requestWithdrawal(at, uid, requestWithdrawalFromWire(body)))
}
const quote = async (uid: number, price = '100', banktype: 1 | 3 = 3, at = stage) =>
  withdrawalQuoteToWire(await quoteWithdrawal(at, uid, quoteWithdrawalFromWire({ banktype, price })))
const list = async (uid: number) => {
  const newestFirst = { offset: 0, limit: 10, orderBy: 'created', direction: 'desc' } as const
  const { rows, total } = await listWithdrawals(stage, uid, newestFirst)
  return { rows: rows.map(withdrawalToWire), total }
}
const set = (uid: number, change: string) =>
  sql.raw(`update identity_customer set ${change} where uid = ${uid}`).execute(stage.database.db)
const journalOf = async (uid: number) => {
  const holder = { uid, purposes: ['wallet'], asset: null }
  const page = { offset: 0, limit: 20, direction: 'asc' } as const
  const { entries } = await listJournalRows(stage.database.db, holder, page, { kind: 'except', types: [1] })
  return entries.map(({ type, amount, causeKind }) => [type, formatUsdt(amount), causeKind])
}

describe('requesting a withdrawal', () => {
  it('moves the full amount into the hold, with a separate entry for the fee, and sends an e-mail', async () => {
    const { uid, email } = await stage.saver('250.5')
    expect(await ask(uid, { userremark: ' rent ' })).toMatchObject({ tax: '5', net: '95' })
    expect(await stage.held(uid, 'wallet')).toBe(usdt('150.5'))
    expect(await stage.held(uid, 'withdrawal')).toBe(usdt('100'))
    expect(await journalOf(uid)).toEqual([
      [2, '-95', 'withdrawal'],
      [4, '-5', 'withdrawal'],
    ])
    const { rows, total } = await list(uid)
    expect([total, rows[0]]).toMatchObject([
      1,
      {
        isverified: 0,
        state: 'waiting',
        bpprice: '100',
        bpbalance: '100',
        tax: '5',
        net: '95',
        remarks: 'rent',
        name_en: 'TRC20',
        destination: 'TJCnKs…6sxMW',
        bptime: stage.clock.business(),
        deadline: stage.clock.business() + dayMs,
      },
    ])
    const [letter] = await listMessagesTo(stage.database.db, email)
    expect(letter?.subject).toMatch(/Withdrawal \d+: 100 USDT requested/)
    expect(letter?.body).toContain('95 USDT will be paid out, 5 USDT is the platform fee')
    expect(await stage.broken()).toEqual({})
  })

  it('uses the named network, TRC20 by default, and the bank for banktype 1', async () => {
    const { uid } = await stage.saver('1000')
    await ask(uid, { type: 1001 })
    await ask(uid)
    await ask(uid, { banktype: 1 })
    expect((await list(uid)).rows.map(({ name_en }) => name_en).sort()).toEqual([
      'Bank account',
      'ERC20',
      'TRC20',
    ])
  })

  it('accepts whole USDT within the limits of its method', async () => {
    const { uid } = await stage.saver('100000')
    const limits = { code: 'outOfRange', data: { min: '20', max: '50000', step: '1' } }
    for (const price of ['200.5', '100.0', '0', '19', '50001'])
      expect(await expectDomainError(ask(uid, { price })), price).toEqual(limits)
    expect((await expectDomainError(ask(uid, { banktype: 1, price: '49' }))).data).toMatchObject({
      min: '50',
    })
    expect((await ask(uid, { price: '20' })).net).toBe('19')
  })

  it('requires a stored destination and the withdrawal password, and reveals nothing before the password is correct', async () => {
    const newcomer = await stage.newcomer()
    const missing = { code: 'invalidState', data: { reason: 'noDestination' } }
    for (const banktype of [1, 3] as const)
      expect(await expectDomainError(ask(newcomer.uid, { banktype }))).toEqual(missing)
    const { uid } = await stage.saver('10')
    expect((await expectDomainError(ask(uid, { withdrawpsd: 'wrong' }))).code).toBe('invalidCredentials')
    expect(await expectDomainError(ask(uid))).toEqual({ code: 'insufficientBalance', data: { max: '10' } })
    await set(uid, 'withdraw_password_hash = null')
    expect((await expectDomainError(ask(uid))).code).toBe('invalidState')
    expect((await list(uid)).total).toBe(0)
  })

  it('never touches bonus, experience or another wallet', async () => {
    const { uid } = await stage.saver('30')
    for (const purpose of ['bonus', 'experience', 'contract', 'coin'] as const)
      await stage.give(uid, purpose, usdt('500'))
    expect(await expectDomainError(ask(uid, { price: '31' }))).toEqual({
      code: 'insufficientBalance',
      data: { max: '30' },
    })
    expect((await quote(uid)).available).toBe('30')
  })

  it('is not blocked by a self-imposed limit or pause', async () => {
    const { uid } = await stage.saver('500')
    const pauseUntil = stage.clock.business() + dayMs
    await sql`insert into protection_limit (uid, name, value, next_value, next_from_ms) values
      (${uid}, 'deposit', 1, null, null), (${uid}, 'dailyLoss', 1, null, null),
      (${uid}, 'pauseUntil', ${pauseUntil}, null, null)`.execute(stage.database.db)
    expect((await ask(uid)).net).toBe('95')
  })

  it('has a daily cap without a product; refunds do not use it up', async () => {
    const { uid } = await stage.saver('30000')
    await ask(uid, { price: '9000' })
    const more = await expectDomainError(ask(uid, { price: '1001' }))
    expect(more).toEqual({ code: 'outOfRange', data: { max: '1000', cap: '10000' } })
    const second = await ask(uid, { price: '1000' })
    expect((await quote(uid)).cap).toBe('0')
    await stage.reject(stage.ann, second.id)
    expect((await quote(uid)).cap).toBe('1000')
    stage.clock.advance(dayMs)
    expect((await quote(uid)).cap).toBe('10000')
  })

  it('has no cap and no fee with a running product', async () => {
    const { uid } = await stage.saver('30000')
    const withProduct = { ...stage, hasProduct: async () => true }
    expect(await quote(uid, '20000', 3, withProduct)).toMatchObject({
      cap: null,
      tax: '0',
      net: '20000',
    })
    const { id, tax, net } = await ask(uid, { price: '20000' }, withProduct)
    expect([tax, net]).toEqual(['0', '20000'])
    expect(await journalOf(uid)).toEqual([[2, '-20000', 'withdrawal']])
    expect((await getWithdrawalStatus(stage, uid, id)).approvalsNeeded).toBe(2)
    expect(await stage.broken()).toEqual({})
  })
})

describe('a pause of 24 h', () => {
  const paused = (reason: string, until: number) => ({ code: 'invalidState', data: { reason, until } })

  it('follows a new address of either network, but not bank data', async () => {
    const { uid } = await stage.saver('1000')
    const by = { uid, ip: '' }
    const until = stage.clock.business() + dayMs
    await saveWithdrawalAddress(stage, by, {
      network: '1001',
      address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    })
    for (const type of [1001, 1002] as const)
      expect(await expectDomainError(ask(uid, { type }))).toEqual(paused('new_address', until))
    expect(await quote(uid)).toMatchObject({ reason: 'new_address', until })
    const bank = await ask(uid, { banktype: 1 })
    expect((await getWithdrawalStatus(stage, uid, bank.id)).reason).toBe('amount_review')
    stage.clock.advance(dayMs - 1)
    expect((await expectDomainError(ask(uid))).code).toBe('invalidState')
    stage.clock.advance(1)
    expect((await ask(uid)).net).toBe('95')
  })

  it('follows a changed password or withdrawal password, and is the review reason of a bank withdrawal', async () => {
    for (const column of ['password_changed_ms', 'withdraw_password_changed_ms']) {
      const { uid } = await stage.saver('1000')
      const nowMs = stage.clock.business()
      await set(uid, `${column} = ${nowMs}`)
      // Confirmed by a second factor it pauses nothing.
      expect((await quote(uid)).until).toBeNull()
      await set(uid, `pause_until_ms = ${nowMs + dayMs}, pause_reason = 'changed_password'`)
      expect(await expectDomainError(ask(uid))).toEqual(paused('changed_password', nowMs + dayMs))
      const { id } = await ask(uid, { banktype: 1 })
      expect((await getWithdrawalStatus(stage, uid, id)).reason).toBe('changed_password')
    }
  })

  it('follows a new account', async () => {
    const { uid } = await stage.saver('1000')
    const nowMs = stage.clock.business()
    await set(uid, `registered_ms = ${nowMs}`)
    expect(await expectDomainError(ask(uid))).toEqual(paused('new_account', nowMs + dayMs))
    expect((await ask(uid, { banktype: 1 })).net).toBe('95')
  })

  it('of new bank data is the review reason of a bank withdrawal', async () => {
    const { uid } = await stage.saver('1000')
    await saveBankDetails(stage, { uid, ip: '' }, { holder: 'Ada Example', accountNumber: '12345678' })
    const { id } = await ask(uid, { banktype: 1 })
    const status = await getWithdrawalStatus(stage, uid, id)
    expect(status).toMatchObject({
      state: 'waiting',
      reason: 'new_address',
      nextActor: 'firstManager',
      deadlineMs: stage.clock.business() + dayMs,
      isOverdue: false,
      approvals: 0,
      approvalsNeeded: 1,
      isCancellable: true,
    })
  })
})

describe('the quote', () => {
  it('predicts the result of the request', async () => {
    const { uid } = await stage.saver('7000')
    expect(await quote(uid, '6001', 1)).toEqual({
      tax: '300.05',
      net: '5700.95',
      min: '50',
      max: '50000',
      cap: '10000',
      available: '7000',
      reason: 'amount_review',
      until: null,
      deadlineInMs: dayMs,
      approvals: 2,
      way: 'bank',
      destination: 'DE89…3000',
    })
    const response = await ask(uid, { banktype: 1, price: '6001' })
    expect(response).toMatchObject({ tax: '300.05', net: '5700.95' })
    expect((await getWithdrawalStatus(stage, uid, response.id)).approvalsNeeded).toBe(2)
  })

  it('carries the facts by which the request is judged: same problem, same figures', async () => {
    const codes = {
      noDestination: 'invalidState',
      paused: 'invalidState',
      insufficientBalance: 'insufficientBalance',
    } as const
    const paused = await stage.saver('5000')
    await set(paused.uid, `pause_until_ms = ${stage.clock.business() + 1}, pause_reason = 'new_device'`)
    const customers = [paused, await stage.newcomer(), await stage.saver('30'), await stage.saver('70000.5')]
    const seen = new Set<string>()
    for (const { uid } of customers)
      for (const [price, banktype] of [
        ['19', 3],
        ['20', 3],
        ['20.0', 3],
        ['49', 1],
        ['50', 1],
        ['50001', 1],
        ['10000', 3],
        ['10001', 1],
      ] as const) {
        const facts = withdrawalQuoteFromWire(await quote(uid, price, banktype))
        const { plan, problem } = judgeWithdrawal(facts, parseWholeUsdt(price))
        const kind = problem?.kind ?? 'accepted'
        seen.add(kind)
        if (plan !== null) {
          const { tax, net } = await ask(uid, { price, banktype })
          expect([usdt(tax), usdt(net)]).toEqual([plan.fee, plan.net])
          continue
        }
        const { code, data } = await expectDomainError(ask(uid, { price, banktype }))
        expect(code).toBe(kind in codes ? codes[kind as keyof typeof codes] : 'outOfRange')
        if (problem.kind === 'aboveCap') expect(data?.max).toBe(formatUsdt(problem.capLeft))
        else if (problem.kind === 'paused') expect(data?.until).toBe(problem.pause.untilMs)
        else if ('min' in problem) expect(data?.min).toBe(formatUsdt(problem.min))
        else if ('available' in problem) expect(data?.max).toBe(formatUsdt(problem.available))
      }
    // Every problem of the form was met.
    expect([...seen].sort()).toEqual(
      [
        'accepted',
        'aboveCap',
        'aboveMax',
        'belowMin',
        'insufficientBalance',
        'noDestination',
        'notWhole',
        'paused',
      ].sort(),
    )
  })

  it('works without a stored destination and without an amount', async () => {
    const { uid } = await stage.newcomer()
    expect(await quote(uid, '0')).toMatchObject({
      way: null,
      destination: null,
      tax: '0',
      net: '0',
      available: '0',
    })
  })

  it('uses the current settings', async () => {
    const { uid } = await stage.saver('100')
    await sql`insert into content_setting (key, value, changed_ms) values ('cash_min_digital', '30', 1)`.execute(
      stage.database.db,
    )
    expect((await quote(uid)).min).toBe('30')
    expect((await expectDomainError(ask(uid, { price: '29' }))).data).toMatchObject({ min: '30' })
    await sql`delete from content_setting`.execute(stage.database.db)
  })
})

describe('concurrent use of the same money', () => {
  longIt('is withdrawn or sent to another customer, never both', async () => {
    const { uid } = await stage.saver('100')
    const other = await stage.newcomer()
    const spends = Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0
        ? ask(uid)
        : transferToUser(stage, uid, {
            to: { kind: 'uid', account: String(other.uid) },
            amount: usdt('100'),
            withdrawPassword: testPassword,
          }),
    )
    const done = (await Promise.allSettled(spends)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(1)
    const [wallet, hold, sent] = [
      await stage.held(uid, 'wallet'),
      await stage.held(uid, 'withdrawal'),
      await stage.held(other.uid, 'wallet'),
    ]
    expect([wallet, hold + sent]).toEqual([0n, usdt('100')])
    expect(await stage.broken()).toEqual({})
  })

  it('holds only the available amount under 100 concurrent requests', async () => {
    const { uid } = await stage.saver('730')
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => ask(uid)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    expect(await stage.held(uid, 'withdrawal')).toBe(usdt('700'))
    expect(await stage.broken()).toEqual({})
  })

  longIt('keeps the cap under 100 concurrent requests', async () => {
    const { uid } = await stage.saver('50000')
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => ask(uid, { price: '900' })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
    expect(await stage.held(uid, 'withdrawal')).toBe(usdt('9900'))
  })
})

it('returns notFound for the withdrawal of another customer', async () => {
  const [own, other] = [await stage.saver('200'), await stage.saver('200')]
  const { id } = await ask(own.uid)
  expect((await expectDomainError(getWithdrawalStatus(stage, other.uid, id))).code).toBe('notFound')
  expect((await list(other.uid)).total).toBe(0)
})

it('is refused while an invariant of the ledger is broken, and nothing leaves the wallet', async () => {
  const { uid } = await stage.saver('250')
  await suspendLedger(stage)
  expect((await expectDomainError(ask(uid))).code).toBe('ledgerSuspended')
  expect(await stage.held(uid, 'wallet')).toBe(usdt('250'))
  await resumeLedger(stage)
  await expect(ask(uid)).resolves.toBeDefined()
})
