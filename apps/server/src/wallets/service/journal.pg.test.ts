import { type CustomerAccountType, customer, house, usdtAsset } from '@glasshouse/core/ledger/chart'
import {
  balanceTrailFromWire,
  balanceTrailToWire,
  journalLineToWire,
  listJournalFromWire,
} from '@glasshouse/core/ledger/codec'
import { type JournalType, journal } from '@glasshouse/core/ledger/journal'
import { trailSources } from '@glasshouse/core/ledger/wallets'
import { formatUsdt, quantity, usdt } from '@glasshouse/core/money/units'
import { walletNames } from '@glasshouse/core/wallets/rules'
import { longIt } from '@glasshouse/testkit/cases'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { seededRandom } from '@glasshouse/testkit/random'
import { type WalletStage, walletFixture } from '@glasshouse/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postSingle } from '../../ledger/posting/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { loadWalletBalances } from './balances.ts'
import { convertCoins } from './conversion.ts'
import { explainBalance, getJournalTotal, listJournal } from './journal.ts'
import { transferBetweenWallets } from './transfer.ts'

let stage: WalletStage
beforeAll(async () => {
  stage = await walletFixture()
})
afterAll(() => stage.database.drop())

type JournalRequest = Partial<Parameters<typeof listJournalFromWire>[0]>
const list = async (uid: number, query: JournalRequest = {}, lang: 'en' | 'zh_CN' = 'en') => {
  const { rows, total } = await listJournal(
    stage.database.db,
    uid,
    listJournalFromWire({
      existsType: 1,
      myself: 0,
      pageNum: 1,
      pageSize: 100,
      orderByColumn: 'createtime',
      isAsc: 'asc',
      ...query,
    }),
    lang,
    Date.UTC(2026, 5, 16),
  )
  return { rows: rows.map(journalLineToWire), total }
}
const trail = async (
  uid: number,
  wallet: (typeof trailSources)[number],
  pageNum = 1,
  pageSize = 100,
  asset = usdtAsset,
) =>
  balanceTrailToWire(
    await explainBalance(
      stage.database.db,
      uid,
      balanceTrailFromWire({ wallet, asset, pageNum, pageSize }),
      'en',
    ),
  )
const post = (
  from: ReturnType<typeof customer>,
  to: ReturnType<typeof customer>,
  amount: bigint,
  type: JournalType,
) =>
  transact(stage.database.db, (tx) =>
    postSingle(tx, stage.clock.business(), {
      cause: { kind: 'test', id: 9 },
      transfers: [{ from, to, amount, type }],
    }),
  )
const move = (
  uid: number,
  from: (typeof walletNames)[number],
  to: (typeof walletNames)[number],
  amount: string,
) => {
  return transferBetweenWallets(
    { ...stage, maxContractTransferOut: async () => usdt('1000000'), settleWallet: async () => undefined },
    uid,
    { from, to },
    usdt(amount),
  )
}

describe('the journal', () => {
  it('has one entry per touched wallet with its balance and cause', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'wallet', usdt('100'))
    stage.clock.tick(1_000)
    await move(uid, 'wallet', 'contract', '40')
    await stage.give(uid, 'wallet', quantity('0.5'), 'BTC')
    await convertCoins(stage, uid, { place: 'wallet', pid: 1, amount: quantity('0.1') })
    const { rows, total } = await list(uid)
    expect(total).toBe(6)
    expect(
      rows.map(({ type, wallet, asset, money, balance }) => [type, wallet, asset, money, balance]),
    ).toEqual([
      [1, 'wallet', 'USDT', '100', '100'],
      [5, 'wallet', 'USDT', '-40', '60'],
      [5, 'contract', 'USDT', '40', '40'],
      [1, 'wallet', 'BTC', '0.5', '0.5'],
      [8, 'wallet', 'BTC', '-0.1', '0.4'],
      [8, 'wallet', 'USDT', '6584.999', '6644.999'],
    ])
    const [deposit, out, into, , sold, brought] = rows
    expect(out?.refkind).toBe('walletTransfer')
    expect(out?.refid).toBe(into?.refid)
    expect([sold?.refkind, sold?.refid]).toEqual(['coinSold', brought?.refid])
    expect((out?.time ?? 0) - (deposit?.time ?? 0)).toBe(1_000)
    expect(rows.every((line) => !('sourcePhone' in line))).toBe(true)
    expect((await list(uid, {}, 'zh_CN')).rows[1]?.typename).toBe('钱包划转')
  })

  it('shows margin as leaving the free amount, and omits the accounts behind the wallets', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'contract', usdt('100'))
    await post(customer(uid, 'contract'), customer(uid, 'contractMargin'), usdt('72'), journal.margin)
    await post(customer(uid, 'contractMargin'), customer(uid, 'contract'), usdt('12'), journal.margin)
    expect((await list(uid)).rows.map(({ money, balance }) => [money, balance])).toEqual([
      ['100', '100'],
      ['-72', '28'],
      ['12', '40'],
    ])
  })

  it('never shows entries of another customer', async () => {
    const { uid } = await stage.newcomer()
    expect(await list(uid)).toEqual({ rows: [], total: 0 })
    expect(await getJournalTotal(stage.database.db, uid, Object.values(journal))).toBe(usdt('0'))
    expect(await trail(uid, 'wallet')).toEqual({ balance: '0', sum: '0', before: '0', total: 0, entries: [] })
  })
})

const types = [journal.deposit, journal.exchange, journal.referralIncome1, journal.margin, journal.task]

describe('filters, pages and totals', () => {
  longIt('match a plain list for many queries', async () => {
    const random = seededRandom(3)
    const { uid } = await stage.newcomer()
    const purposes: CustomerAccountType[] = ['wallet', 'contract', 'bonus', 'experience']
    for (const purpose of purposes) await stage.give(uid, purpose, usdt('500'))
    for (let made = 0; made < 60; made += 1) {
      const own = customer(uid, random.pick(purposes))
      const [from, to] = random.chance(0.4) ? [own, house('trading')] : [house('trading'), own]
      await post(from, to, BigInt(random.whole(1, 900_000)), random.pick(types))
    }
    const { rows: all } = await list(uid)
    expect(all).toHaveLength(64)
    for (let round = 0; round < 80; round += 1) {
      const existsType = random.chance(0.5) ? 1 : 2
      const named = types.filter(() => random.chance(0.4))
      const myself = random.chance(0.3) ? 1 : 0
      const isAsc = random.chance(0.5) ? 'asc' : 'desc'
      const pageSize = random.whole(1, 20)
      const pageNum = random.whole(1, 5)
      const wanted = all.filter(
        ({ type }) =>
          (named.length === 0 || named.some((one) => one === type) === (existsType === 1)) &&
          !(myself === 1 && type === journal.referralIncome1),
      )
      if (isAsc === 'desc') wanted.reverse()
      const page = wanted.slice((pageNum - 1) * pageSize, pageNum * pageSize)
      const [first, ...rest] = named
      const fields = rest.length === 0 && first !== undefined ? { type: [first] } : { types: named }
      expect(await list(uid, { existsType, ...fields, myself, isAsc, pageSize, pageNum })).toEqual({
        rows: page,
        total: wanted.length,
      })
      const sum = (lines: readonly ReturnType<typeof journalLineToWire>[]) =>
        lines.reduce((total, { money }) => total + usdt(money), 0n)
      const ofTypes = all.filter(({ type }) => named.some((one) => one === type))
      expect(await getJournalTotal(stage.database.db, uid, named)).toBe(sum(ofTypes))
    }
  })

  it('add up USDT only', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'wallet', usdt('3'))
    await stage.give(uid, 'wallet', quantity('7'), 'BTC')
    expect(await getJournalTotal(stage.database.db, uid, [journal.deposit])).toBe(usdt('3'))
  })
})

describe('the trail of a balance', () => {
  it('covers a contract wallet including margin and holds, page by page back to zero', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'contract', usdt('100'))
    const [free, margin, hold] = (['contract', 'contractMargin', 'contractHold'] as const).map((part) =>
      customer(uid, part),
    )
    if (free === undefined || margin === undefined || hold === undefined) throw new Error('no accounts')
    await post(free, margin, usdt('72.435'), journal.margin)
    await post(free, house('contractFees'), usdt('0.362175'), journal.contractFee)
    await post(free, hold, usdt('5'), journal.margin)
    const figure = formatUsdt((await loadWalletBalances(stage.database.db, uid)).contract)
    expect(figure).toBe('99.637825')
    let older = figure
    let walked = 0
    for (let pageNum = 1; walked < 6; pageNum += 1) {
      const page = await trail(uid, 'contract', pageNum, 2)
      expect(page).toMatchObject({ balance: figure, sum: figure, total: 6 })
      const shown = page.entries.reduce((sum, { money }) => sum + usdt(money), 0n)
      expect(formatUsdt(usdt(page.before) + shown)).toBe(older)
      older = page.before
      walked += page.entries.length
    }
    expect(older).toBe('0')
    expect((await trail(uid, 'contract')).entries.map(({ account, money }) => [account, money])).toEqual([
      ['contractHold', '5'],
      ['contract', '-5'],
      ['contract', '-0.362175'],
      ['contractMargin', '72.435'],
      ['contract', '-72.435'],
      ['contract', '100'],
    ])
  })

  longIt('is complete for every source and asset, and on a snapshot while money moves', async () => {
    const { uid } = await stage.newcomer()
    for (const wallet of walletNames) await stage.give(uid, wallet, usdt('50'))
    await stage.give(uid, 'wallet', quantity('2'), 'ETH')
    let going = true
    const watching = (async () => {
      let looks = 0
      for (; going; looks += 1) for (const place of trailSources) await trail(uid, place, 1, 5)
      return looks
    })()
    const random = seededRandom(4)
    await Promise.all(
      Array.from({ length: 100 }, () => {
        const from = random.pick(walletNames)
        return move(uid, from, random.pick(walletNames.filter((one) => one !== from)), '1')
      }),
    )
    going = false
    expect(await watching).toBeGreaterThan(0)
    expect(await trail(uid, 'wallet', 1, 10, 'ETH')).toMatchObject({ balance: '2', sum: '2', total: 1 })
  })

  it('rejects a balance that is not the sum of its entries', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'coin', 5n)
    await plantRows(
      stage.database.url,
      `update ledger_account set balance = 6 where name = 'customer/${uid}/coin/USDT'`,
    )
    await expect(trail(uid, 'coin')).rejects.toThrow('not the sum')
  })
})
