import { dayOf, startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { leadRecordToWire, leadToWire } from '@glasshouse/core/invest/copy/leads/codec'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listNotices } from '../../../notifications/index.fixture.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { findActiveLead } from '../../store/copy/leads.ts'
import { getLeadDetail, viewLead } from './leads.ts'
import { readDays } from './record.ts'
import { writeRecords } from './records.ts'
import { stopLeading } from './stop.ts'
import { updateTrades } from './trades.ts'

/** A lead as the wire shows it. */
const detailOf = async (...asked: Parameters<typeof getLeadDetail>) =>
  leadRecordToWire(await getLeadDetail(...asked))

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())
beforeEach(() => stage.markets.set('BTCUSDT', '63999.99', '64000'))

const newestMidnight = () => startOfNextDay(stage.clock.business()) - dayMs
/** Passes a midnight and writes its records. */
const night = async (): Promise<void> => {
  stage.clock.advance(dayMs)
  await writeRecords(stage, { atMs: newestMidnight(), day: '', isLast: true })
}
const leadOf = async (uid: number) => {
  const lead = await findActiveLead(stage.database.db, uid)
  if (lead === null) throw new Error(`${uid} is no lead`)
  return lead
}
/** Days of a wallet as they stand in its table, so many days ago and older ones first; each an equity and transfers. */
const plant = async (
  uid: number,
  days: readonly {
    readonly ago: number
    readonly equity: string
    readonly moved?: string
    readonly out?: string
  }[],
) => {
  for (const { ago, equity, moved = '0', out = '0' } of days) {
    const atMs = newestMidnight() - ago * dayMs
    await sql`insert into invest_lead_day (uid, day, at_ms, equity, deposited, withdrawn)
      values (${uid}, ${Number(dayOf(atMs - dayMs))}, ${atMs}, ${usdt(equity)}, ${usdt(moved)}, ${usdt(out)})`.execute(
      stage.database.db,
    )
  }
}
const pointsOf = async (uid: number) => (await readDays(stage.database.db, uid, null)).points
const kindsOf = async (uid: number) => {
  const page = { offset: 0, limit: 100, direction: 'asc', onlyUnread: false, tab: null } as const
  return (await listNotices(stage.database.db, uid, page, 'en')).rows.map(({ kind }) => kind)
}

describe('days of a record', () => {
  it('are the index of the wallet: transfers are no return, and a day without a price is a day without one', async () => {
    const { uid } = await stage.newcomer()
    await plant(uid, [
      { ago: 9, equity: '1000', moved: '1000' },
      { ago: 8, equity: '1100' },
      { ago: 7, equity: '1600', moved: '500' },
      // Two midnights had no price: they count as days and have no return.
      { ago: 4, equity: '1440' },
      { ago: 3, equity: '720', out: '720' },
      { ago: 2, equity: '9.99', out: '710.01' },
      { ago: 1, equity: '20' },
      { ago: 0, equity: '30', moved: '10' },
    ])
    const points = await pointsOf(uid)
    expect(points.map(({ dailyReturn, index }) => [dailyReturn, index])).toEqual([
      // 1000 came in and 1000 were there.
      [0n, 1_000_000_000n],
      [100_000_000n, 1_100_000_000n],
      [0n, 1_100_000_000n],
      [null, 1_100_000_000n],
      [null, 1_100_000_000n],
      [-100_000_000n, 990_000_000n],
      [0n, 990_000_000n],
      [0n, 990_000_000n],
      // Less than 10 were there at the beginning of that day: no return.
      [null, 990_000_000n],
      [0n, 990_000_000n],
    ])
    // Ten days in a row, each with its own label.
    const labels = points.map(({ day }) => day)
    const first = newestMidnight() - 10 * dayMs
    expect(labels).toEqual(Array.from({ length: 10 }, (_, at) => dayOf(first + at * dayMs)))
    expect(points.map(({ drawdown }) => drawdown).at(-1)).toBe(100_000_000n)
  })

  it('end with the lead: what the wallet did later is not the record of one who was copied', async () => {
    const { uid } = await stage.newcomer()
    await plant(uid, [
      { ago: 2, equity: '1000', moved: '1000' },
      { ago: 1, equity: '1200' },
      { ago: 0, equity: '600' },
    ])
    const until = newestMidnight() - dayMs
    const { points } = await readDays(stage.database.db, uid, until)
    expect(points.map(({ index }) => index)).toEqual([1_000_000_000n, 1_200_000_000n])
    expect((await readDays(stage.database.db, uid, until - 1)).points).toHaveLength(1)
    expect((await readDays(stage.database.db, uid, 0)).points).toEqual([])
  })

  it('are written once a midnight, however often and by how many it runs, and only for the last of several', async () => {
    const uid = await stage.lead('1500')
    stage.clock.advance(3 * dayMs)
    const last = newestMidnight()
    for (const back of [2, 1])
      await writeRecords(stage, { atMs: last - back * dayMs, day: '', isLast: false })
    const midnight = { atMs: last, day: '', isLast: true }
    await Promise.all(Array.from({ length: 4 }, () => writeRecords(stage, midnight)))
    await writeRecords(stage, midnight)
    const { rows } = await sql<{ at_ms: number; equity: bigint; deposited: bigint }>`
      select at_ms, equity, deposited from invest_lead_day where uid = ${uid}`.execute(stage.database.db)
    expect(rows).toEqual([{ at_ms: last, equity: usdt('1500'), deposited: usdt('1500') }])
    // An older midnight that is run again writes nothing.
    await writeRecords(stage, { atMs: last - dayMs, day: '', isLast: true })
    expect(await pointsOf(uid)).toHaveLength(1)
  })

  it('of a wallet with a silent market have no day, and the next one spans both', async () => {
    const uid = await stage.lead('2000')
    await night()
    await stage.open(uid, 1, 10)
    stage.markets.silence('BTCUSDT')
    await night()
    expect(await pointsOf(uid)).toHaveLength(1)
    stage.markets.set('BTCUSDT', '65000', '65000.01')
    await night()
    const points = await pointsOf(uid)
    expect(points.map(({ dailyReturn }) => dailyReturn === null)).toEqual([false, true, false])
    // 10 lots gained 10 and cost 0.32 to open: 2009.68 of 2000.
    expect(points.at(-1)?.index).toBe(1_004_840_000n)
  })
})

describe('figures of a lead', () => {
  it('are what their days say: returns over whole days alone, the fall, the score, and a note below thirty days', async () => {
    const uid = await stage.lead('1000')
    const days = Array.from({ length: 29 }, (_, at) => ({ ago: 28 - at, equity: at < 20 ? '1000' : '1100' }))
    await plant(
      uid,
      days.map((day, at) => ({ ...day, ...(at === 0 ? { moved: '1000' } : {}) })),
    )
    await night()
    const { id } = await leadOf(uid)
    const detail = await detailOf(stage, id, null)
    // The wallet holds 1000 now and held 1100 the day before.
    expect(detail).toMatchObject({
      ...{ days: 30, note: null, equity: '1000', maxdrawdown: '9.0909091', ended: null, waived: 1 },
      ...{ closed: 0, won: 0, holding: null, leverage: null, fees: '0', riskscore: expect.any(Number) },
    })
    expect(detail.returns).toEqual({ d7: '-9.0909091', d30: '0', d90: null, all: '0' })
    expect(detail.index).toHaveLength(30)
    expect(detail.drawdown.at(-1)?.[1]).toBe('9.0909091')
    expect(Number(detail.volatility)).toBeGreaterThan(2)
    expect(detail.result).toMatchObject({ putin: '0', profit: '0', orders: 0, inprofit: null, median: null })
    expect(detail.gap).toBeNull()
  })

  it('know what followers put in and what became of it, ended orders included, and how much worse copies were', async () => {
    const lead = await stage.lead('10000')
    const product = await stage.copyProduct(lead, { leadfee: '0', exitlevy: '0' })
    const [winner, loser] = [await stage.saver('1000'), await stage.saver('2000')]
    const first = await stage.ask(winner, product, '1000')
    await stage.deal()
    const position = await stage.open(lead, 1, 100)
    stage.markets.set('BTCUSDT', '66000', '66000.01')
    await stage.end(winner, first, 'now')
    await stage.deal()
    await stage.close(lead, position)
    await stage.ask(loser, product, '2000', 95)
    await stage.deal()
    await stage.open(lead, 1, 100)
    stage.markets.set('BTCUSDT', '64000', '64000.01')
    await stage.deal()
    await night()
    const { id } = await leadOf(lead)
    const { result, gap, pool, followers, closed, won, leverage, fees } = await detailOf(stage, id, null)
    expect(result).toMatchObject({ putin: '3000', orders: 2, inprofit: '50' })
    const rows = [await stage.order(winner, first), ...(await stage.orders(loser))]
    const profit = rows.reduce((sum, row) => sum + usdt(row.profit), 0n)
    expect(usdt(result.profit)).toBe(profit)
    expect(Number(result.median)).toBeLessThan(0)
    expect(result.histogram.reduce((sum, { orders }) => sum + orders, 0)).toBe(2)
    // Copies fill at the same tick as the lead.
    expect(gap).toBe('0')
    expect({ closed, won, leverage, followers }).toEqual({ closed: 1, won: 1, leverage: '5', followers: 1 })
    expect(Number(fees)).toBeGreaterThan(3)
    expect(Number(pool)).toBeGreaterThan(1900)
  })

  it('tell followers once when the score becomes one at which no new customer may copy', async () => {
    const lead = await stage.lead('1000')
    const product = await stage.copyProduct(lead)
    const [runs, waits, left] = [await stage.saver('100'), await stage.saver('100'), await stage.saver('100')]
    await stage.ask(runs, product, '100')
    const gone = await stage.ask(left, product, '100')
    await stage.deal()
    await stage.end(left, gone, 'now')
    await stage.deal()
    await stage.ask(waits, product, '100')
    const calm = Array.from({ length: 8 }, (_, at) => ({ ago: 8 - at, equity: '1000' }))
    await plant(lead, [{ ago: 9, equity: '1000', moved: '1000' }, ...calm])
    await writeRecords(stage, { atMs: newestMidnight(), day: '', isLast: true })
    expect((await leadOf(lead)).risk_score).toBe(1)
    const heard = async () =>
      (await Promise.all([runs, waits, left].map(kindsOf))).map(
        (kinds) => kinds.filter((kind) => kind === 'copyRisk').length,
      )
    expect(await heard()).toEqual([0, 0, 0])
    // Sixty percent of the wallet are lost.
    await stage.give(lead, 'wallet', usdt('1'))
    await sql`insert into invest_lead_day (uid, day, at_ms, equity, deposited, withdrawn)
      values (${lead}, ${Number(dayOf(newestMidnight()))}, ${newestMidnight() + dayMs}, ${usdt('400')}, 0, 0)`.execute(
      stage.database.db,
    )
    await night()
    expect((await leadOf(lead)).risk_score).toBeGreaterThanOrEqual(8)
    expect(await heard()).toEqual([1, 1, 0])
    await night()
    expect(await heard()).toEqual([1, 1, 0])
  })

  it('of an ended lead stay as they were, and it stays listed with its end', async () => {
    const lead = await stage.lead('1000')
    await night()
    await night()
    const { id } = await leadOf(lead)
    await stopLeading(stage, { uid: lead })
    const before = await detailOf(stage, id, null)
    expect(before).toMatchObject({ endreason: 'stopped', days: 2 })
    await stage.give(lead, 'contract2', usdt('500'))
    await night()
    expect(await detailOf(stage, id, null)).toEqual(before)
    // Admitted anew, the customer has another row and the same days.
    const again = await stage.lead('1000')
    expect(again).not.toBe(lead)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from invest_lead where uid = ${lead}`.execute(stage.database.db)
    expect(rows).toEqual([{ count: 1 }])
  })

  it('are shown to visitors as of the newest midnight, whatever the market does', async () => {
    const lead = await stage.lead('3000')
    await night()
    await stage.open(lead, 1, 50)
    stage.markets.set('BTCUSDT', '50000', '50000.01')
    const row = await leadOf(lead)
    expect(leadToWire(await viewLead(stage, row)).equity).toBe('3000')
    stage.markets.silence('BTCUSDT')
    expect(leadToWire(await viewLead(stage, row)).equity).toBe('3000')
  })
})

describe('closed positions of a lead', () => {
  type Close = Awaited<ReturnType<CopyStage['pools']['listLeadCloses']>>[number]
  const close = (id: number, closedAtMs: number, changes: Partial<Close> = {}): Close => ({
    ...{ id, position: id, pid: 1, isLast: true, profit: usdt('3'), fees: usdt('1'), leverage: 10 },
    ...{ openedAtMs: closedAtMs - 60_000, closedAtMs },
    ...changes,
  })
  /** Closes as contracts list them: after an instant, by time, all of one instant together. */
  const listing = (all: readonly Close[]) => ({
    listLeadCloses: async (
      _: unknown,
      __: number,
      { afterMs, limit }: { afterMs: number; limit: number },
    ) => {
      const later = all
        .filter(({ closedAtMs }) => closedAtMs > afterMs)
        .toSorted((a, b) => a.closedAtMs - b.closedAtMs)
      const last = later[limit - 1]?.closedAtMs ?? Number.POSITIVE_INFINITY
      return later.filter(({ closedAtMs }) => closedAtMs <= last)
    },
  })
  const update = (uid: number, all: readonly Close[]) =>
    transact(stage.database.db, (tx) => updateTrades(listing(all), tx, uid))
  const hour = 3_600_000

  it('are added up once each, night by night, also one that became visible late', async () => {
    const { uid } = await stage.newcomer()
    const all = [close(1, hour), close(2, 2 * hour, { profit: usdt('-5'), pid: 2 })]
    expect(await update(uid, [])).toMatchObject({ closed: 0, won: 0 })
    expect(await update(uid, all)).toMatchObject({ closed: 2, won: 1, fees: usdt('2') })
    expect(await update(uid, all)).toMatchObject({ closed: 2, won: 1, fees: usdt('2') })
    // Dated nine minutes before the newest one, and committed after it was read.
    const late = [...all, close(3, 2 * hour - 9 * 60_000)]
    expect(await update(uid, late)).toMatchObject({ closed: 3, won: 2, fees: usdt('3') })
    expect(await update(uid, late)).toMatchObject({ closed: 3 })
    const { rows } = await sql<{ pid: number; closed: number }>`
      select pid, closed::int as closed from invest_lead_market where uid = ${uid} order by pid`.execute(
      stage.database.db,
    )
    expect(rows).toEqual([
      { pid: 1, closed: 2 },
      { pid: 2, closed: 1 },
    ])
  })

  it('of one position closed in parts are one trade, also over several nights, with amounts of any size', async () => {
    const { uid } = await stage.newcomer()
    const large = usdt('90000000000000.00000001')
    const part = close(1, hour, { position: 7, isLast: false, profit: large, openedAtMs: 0 })
    expect(await update(uid, [part])).toMatchObject({ closed: 0, won: 0, fees: 0n })
    const rest = close(2, 30 * hour, { position: 7, profit: usdt('-1'), openedAtMs: 0, leverage: 20 })
    expect(await update(uid, [part, rest])).toMatchObject({
      ...{ closed: 1, won: 1, fees: usdt('2'), holdingMs: 30 * hour, leverage: 20 },
    })
  })

  it('are read a thousand at a time, and two runs at once count each close once', async () => {
    const { uid } = await stage.newcomer()
    const all = Array.from({ length: 2500 }, (_, at) => close(at + 1, hour + Math.floor(at / 3) * 1000))
    await Promise.all([update(uid, all), update(uid, all), update(uid, all)])
    expect(await update(uid, all)).toMatchObject({ closed: 2500, won: 2500, fees: usdt('2500') })
  })
})
