import { inflateSync } from 'node:zlib'
import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { maskPhone } from '@glasshouse/core/identity/rules'
import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { formatUsdt, quantity, usdt } from '@glasshouse/core/money/units'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { seededRandom } from '@glasshouse/testkit/random'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { type WalletStage, walletFixture } from '@glasshouse/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../../ledger/posting/index.ts'
import { createSignedLink } from '../../platform/secrets/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { referralCsv } from './referralCsv.ts'
import { createStatementLink, streamStatement, verifyStatementLink } from './statement.ts'
import { statementCsv } from './statementCsv.ts'
import { statementPdf } from './statementPdf.ts'

let stage: WalletStage
beforeAll(async () => {
  stage = await walletFixture()
})
afterAll(() => stage.database.drop())

const receiptHash = 'ab'.repeat(32)
/** Customers with a signed receipt; the others have none. */
const withReceipt = new Set<number>()
const deps = () => ({
  ...stage,
  receiptHashOf: async (_: unknown, uid: number) => (withReceipt.has(uid) ? receiptHash : null),
})

const today = () => dayOf(stage.clock.business())
const ask = (uid: number, from: string, to: string, lang: 'en' | 'ru' | 'es' = 'en') => ({
  uid,
  from,
  to,
  format: 'csv' as const,
  about: 'account' as const,
  lang,
})
const csvOf = async (uid: number, from: string, to: string, lang: 'en' | 'ru' = 'en') => {
  let text = ''
  for await (const part of statementCsv(await streamStatement(deps(), ask(uid, from, to, lang)))) text += part
  const [, ...rows] = text.split('\r\n').map((row) => row.split(','))
  expect(rows.pop()).toEqual([''])
  return rows.map(
    ([kind = '', account = '', asset = '', time = '', type = '', name = '', amount = '', balance = '']) => ({
      kind,
      account: `${account} ${asset}`,
      time,
      type,
      name,
      amount,
      balance,
    }),
  )
}
type Row = Awaited<ReturnType<typeof csvOf>>[number]
/** Account → balance for rows of a kind. */
const balancesOf = (rows: Row[], kind: string) =>
  Object.fromEntries(
    rows.filter((row) => row.kind === kind).map(({ account, balance }) => [account, balance]),
  )

/** Text of a PDF: hexadecimal strings of its inflated page streams, a line per row. */
const pdfOf = async (uid: number, from: string, to: string, lang: 'en' | 'ru' | 'es' = 'en') => {
  const doc = await statementPdf(await streamStatement(deps(), ask(uid, from, to, lang)))
  const parts: Buffer[] = []
  for await (const part of doc) parts.push(part as Buffer)
  const file = Buffer.concat(parts)
  const raw = file.toString('latin1')
  const text = [...raw.matchAll(/stream\r?\n/g)]
    .map(({ index, 0: { length } }) => {
      const body = file.subarray(index + length, raw.indexOf('endstream', index))
      try {
        return inflateSync(body).toString('latin1')
      } catch {
        return ''
      }
    })
    .join('\n')
  const words = [...text.matchAll(/\[((?:<[0-9a-f]*> ?-?[\d.]* ?)*)\] TJ/g)].map(([, run = '']) =>
    [...run.matchAll(/<([0-9a-f]*)>/g)]
      .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
      .join(''),
  )
  return { file: raw, words, pages: [...raw.matchAll(/\/Type \/Page\b(?!s)/g)].length }
}

const some = async (uid: number, lines: number) => {
  const random = seededRandom(lines)
  const transfers = Array.from({ length: lines }, () => ({
    cause: { kind: 'test' as const, id: 3 },
    transfers: [
      random.chance(0.5)
        ? { from: house('trading'), to: customer(uid, 'wallet'), amount: usdt('2'), type: journal.task }
        : { from: customer(uid, 'wallet'), to: house('trading'), amount: usdt('1'), type: journal.exchange },
    ],
  }))
  await transact(stage.database.db, (tx) => post(tx, stage.clock.business(), transfers))
}

describe('a statement', () => {
  it('continues the statement of the previous day and ends at the ledger balances', async () => {
    const { uid } = await stage.newcomer()
    const first = today()
    await stage.give(uid, 'wallet', usdt('1000'))
    await some(uid, 30)
    stage.clock.advance(dayMs)
    const second = today()
    await some(uid, 250)
    await stage.give(uid, 'coin', quantity('3'), 'ETH')
    stage.clock.advance(dayMs)
    const third = today()
    await some(uid, 40)
    const days = await Promise.all([first, second, third].map((day) => csvOf(uid, day, day)))
    const [one = [], two = [], three = []] = days
    expect(balancesOf(one, 'opening')).toEqual({ 'wallet USDT': '0' })
    expect(balancesOf(two, 'opening')).toEqual({ ...balancesOf(one, 'closing'), 'coin ETH': '0' })
    expect(balancesOf(three, 'opening')).toEqual(balancesOf(two, 'closing'))
    expect(balancesOf(three, 'closing')).toEqual({
      'wallet USDT': formatUsdt(await stage.held(uid, 'wallet')),
      'coin ETH': '3',
    })
    for (const rows of days) {
      const running = new Map<string, bigint>()
      for (const { kind, account, amount, balance } of rows) {
        const before = running.get(account) ?? 0n
        if (kind === 'opening') running.set(account, usdt(balance))
        else running.set(account, before + (kind === 'line' ? usdt(amount) : 0n))
        expect(usdt(balance)).toBe(running.get(account))
      }
    }
    const all = await csvOf(uid, first, third)
    expect(all.filter(({ kind }) => kind === 'line')).toEqual(
      days
        .flat()
        .filter(({ kind }) => kind === 'line')
        .sort((a, b) => (a.account > b.account ? -1 : a.account < b.account ? 1 : 0)),
    )
    expect(await csvOf(uid, '20200101', '20200102')).toEqual([])
  })

  it('contains no data of other customers, and names entries in the language of the caller', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'wallet', usdt('5'))
    const rows = await csvOf(uid, today(), today(), 'ru')
    expect(rows.map(({ kind, name, amount, balance }) => [kind, name, amount, balance])).toEqual([
      ['opening', '', '', '0'],
      ['line', 'Пополнение', '5', '5'],
      ['closing', '', '', '5'],
    ])
    expect(rows.map(({ time }) => time.slice(11))).toEqual(['00:00:00', expect.any(String), '00:00:00'])
  })

  it('ends with the hash of the newest signed receipt, in the CSV and in the PDF', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'wallet', usdt('5'))
    const shown = async () => ({
      csv: (await csvOf(uid, today(), today())).map(({ kind, name }) => [kind, name]).at(-1),
      pdf: (await pdfOf(uid, today(), today(), 'es')).words.filter((word) => word === receiptHash),
    })
    expect(await shown()).toEqual({ csv: ['closing', ''], pdf: [] })
    withReceipt.add(uid)
    expect(await shown()).toEqual({ csv: ['receipt', receiptHash], pdf: [receiptHash] })
  })

  it('is one snapshot: entries posted during the read belong to the next one', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'wallet', usdt('1000'))
    await some(uid, 450)
    const open = await streamStatement(deps(), ask(uid, today(), today()))
    const closing = await stage.held(uid, 'wallet')
    let lines = 0
    let last = ''
    for await (const part of statementCsv(open)) {
      if (lines === 0) await some(uid, 50)
      lines += part.split('\r\n').length - 1
      last = part
    }
    expect(last).toContain(formatUsdt(closing))
    expect(lines).toBeGreaterThan(400)
  })

  it('refuses to end at another balance than announced', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'wallet', usdt('10'))
    const open = await streamStatement(deps(), ask(uid, today(), today()))
    const changed = `update ledger_entry set amount = amount + 1 where account_id = ${open.accounts[0]?.id}`
    await plantRows(stage.database.url, changed)
    const read = async () => {
      for await (const _ of statementCsv(open)) void _
    }
    await expect(read()).rejects.toThrow('does not add up')
  })
})

describe('as a PDF', () => {
  it('contains owner, period and totals that match the ledger, on as many pages as needed', async () => {
    const { uid, email } = await stage.newcomer('José 陳')
    await stage.give(uid, 'wallet', usdt('1000'))
    await some(uid, 150)
    const { file, words, pages } = await pdfOf(uid, today(), today())
    expect(file.startsWith('%PDF-1.')).toBe(true)
    expect(pages).toBeGreaterThanOrEqual(3)
    expect(words).toContain(`José ? · ${email} · ${uid}`)
    const day = new Date(stage.clock.business() + 3_600_000).toISOString().slice(0, 10)
    expect(words).toContain(`${day} \x96 ${day} (UTC+1)`)
    expect(words).toContain('Closing balance')
    const held = formatUsdt(await stage.held(uid, 'wallet'))
    expect(words.filter((word) => word === held).length).toBeGreaterThanOrEqual(2)
    expect(words.filter((word) => word === 'Task reward' || word === 'Conversion')).toHaveLength(150)
    expect(words).toContain(`Page ${pages}`)
  })

  it('is Spanish for Spanish, and English where the PDF fonts lack the letters', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'wallet', usdt('5'))
    expect((await pdfOf(uid, today(), today(), 'es')).words).toContain('Depósito')
    expect((await pdfOf(uid, today(), today(), 'ru')).words).toContain('Deposit')
    expect((await pdfOf(uid, '20200101', '20200101', 'es')).words).toContain(
      'No hay saldo ni movimientos en este período.',
    )
  })
})

describe('a statement of referral', () => {
  it('has only what an inviter was paid, with the masked client of each line, and sums it', async () => {
    const [{ uid }, client] = [await stage.newcomer(), await stage.newcomer()]
    await stage.give(uid, 'wallet', usdt('1000'))
    const pay = (amount: string, type: number, id: number) =>
      transact(stage.database.db, async (tx) => {
        const cause = { kind: 'referralPaid' as const, id }
        const transfers = [
          { from: external('operatorCapital'), to: customer(uid, 'wallet'), amount: usdt(amount), type },
        ]
        await post(tx, stage.clock.business(), [{ cause, key: `test ${uid} ${id}`, transfers } as never])
      })
    await pay('0.12728571', journal.referralIncome1, 7)
    await pay('5', journal.signIn, 8)
    await pay('2.04242857', journal.referralIncome2, 9)
    const day = today()
    const opened = await streamStatement(deps(), { ...ask(uid, day, day), about: 'referral' })
    const sources = new Map([7, 9].map((id) => [`referralPaid:${id}`, client.uid]))
    let text = ''
    for await (const part of referralCsv(opened, stage.database.db, async () => sources)) text += part
    const rows = text
      .replaceAll(/"[^"]*"/g, 'name')
      .split('\r\n')
      .map((row) => row.split(','))
    expect(rows.map(([kind, , type, , phone, amount, sum]) => [kind, type, phone, amount, sum])).toEqual([
      ['kind', 'type', 'client', 'amount', 'sum'],
      ['line', '10', maskPhone(client.phone), '0.12728571', '0.12728571'],
      ['line', '11', maskPhone(client.phone), '2.04242857', '2.16971428'],
      ['total', '', '', '', '2.16971428'],
      ['', undefined, undefined, undefined, undefined],
    ])
  })
  it.each(['referral', 'subscription'] as const)('is not written as PDF about %s', async (about) => {
    const body = { from: today(), to: today(), format: 'pdf', about } as const
    const refused = await expectDomainError(createStatementLink(stage, 10001, body, 'en'))
    expect(refused).toEqual({ code: 'invalidField', data: { field: 'format' } })
  })
})

describe('the link to a statement', () => {
  const linkOf = async (uid: number, from: string, to: string, format: 'csv' | 'pdf' = 'csv') => {
    const { url } = await createStatementLink(stage, uid, { from, to, format, about: 'account' }, 'es')
    expect(url).toMatch(/^\/download\/statement\?link=[\w.-]+$/)
    return url.split('=')[1] ?? ''
  }

  it('returns its payload for five minutes', async () => {
    const { uid } = await stage.newcomer()
    const link = await linkOf(uid, '20260601', '20260630', 'pdf')
    expect(verifyStatementLink(stage, link)).toEqual({
      uid,
      from: '20260601',
      to: '20260630',
      format: 'pdf',
      about: 'account',
      lang: 'es',
    })
    stage.clock.tick(5 * 60_000)
    expect(verifyStatementLink(stage, link)).toBeNull()
    const other = createSignedLink(
      stage.secrets,
      'export',
      { uid, from: 'x', to: 'y' },
      stage.clock.now() + 1,
    )
    expect(verifyStatementLink(stage, other)).toBeNull()
  })

  it('is not created for an invalid period', async () => {
    const { uid } = await stage.newcomer()
    const refused = (from: string, to: string) => expectDomainError(linkOf(uid, from, to))
    expect(await refused('20260230', '20260301')).toEqual({ code: 'invalidField', data: { field: 'from' } })
    expect(await refused('20260601', '2026-06-02')).toEqual({ code: 'invalidField', data: { field: 'to' } })
    expect(await refused('20260602', '20260601')).toEqual({
      code: 'outOfRange',
      data: { min: '20260602' },
    })
    expect(await refused('20250101', '20260601')).toEqual({
      code: 'outOfRange',
      data: { max: '20260101' },
    })
  })

  it('is not created for an oversized PDF', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'wallet', usdt('1000000'))
    for (let made = 0; made < 4; made += 1) await some(uid, 2_500)
    expect(await expectDomainError(linkOf(uid, today(), today(), 'pdf'))).toEqual({
      code: 'outOfRange',
      data: { max: '10000' },
    })
    await linkOf(uid, today(), today(), 'csv')
  })
})
