import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { type WriterRecord, writerHash } from '@glasshouse/core/markets/writers'
import { formatPrice, type Price, price } from '@glasshouse/core/money/units'
import { headsText } from '@glasshouse/core/trust/heads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayBounds } from '../../../apps/server/src/trust/store/day/range.ts'
import { sha256, verifyTicks } from './chains.ts'
import { verifyHeads } from './checks/heads.ts'
import { withProfit } from './codec.ts'
import { plantReceipt, plantTicks } from './day.fixture.ts'
import { readListed } from './listed.fixture.ts'
import { formatReport } from './main.ts'
import { InvalidExportError, type Receipt } from './read.ts'
import { verifySettlements } from './settlements.ts'

const ticks = [...plantTicks('BTCUSDT', 300, 1), ...plantTicks('ETHUSDT', 200, 2)]
const whereOf = ({ differences }: { readonly differences: readonly { readonly where: string }[] }) =>
  differences.map(({ where }) => where)
const changed = (n: number, change: Partial<TickEvidence>) =>
  ticks.map((tick) => (tick.symbol === 'BTCUSDT' && tick.n === n ? { ...tick, ...change } : tick))

describe('tick chains', () => {
  it('finds no difference in an honest log, in whatever order it was written', () => {
    const verdict = verifyTicks([...ticks].reverse())
    expect(verdict.differences).toEqual([])
    expect(verdict.counts).toEqual({ ticks: 500, BTCUSDT: 300, ETHUSDT: 200 })
    expect(formatReport(verdict)).toBe('tick chains: 500 ticks, 200 ETHUSDT, 300 BTCUSDT; no differences')
  })

  it('finds a changed price', () => {
    expect(whereOf(verifyTicks(changed(17, { price: '1' })))).toEqual(['BTCUSDT tick 17'])
  })

  it('finds a tick whose hash was made to fit by the tick after it', () => {
    expect(whereOf(verifyTicks(changed(17, { hash: 'ab'.repeat(32) })))).toEqual([
      'BTCUSDT tick 17',
      'BTCUSDT tick 18',
    ])
  })

  it('finds the same figure written another way', () => {
    const price = `${ticks[16]?.price}0`
    expect(verifyTicks(changed(17, { price })).differences[0]?.what).toContain('one form')
  })

  it('finds a hole that one process left', () => {
    const verdict = verifyTicks(ticks.filter(({ symbol, n }) => symbol === 'ETHUSDT' || n < 10 || n > 12))
    expect(verdict.differences).toEqual([
      {
        where: 'BTCUSDT tick 10',
        what: 'ticks 10 to 12 are missing, and the same process wrote before and after them',
      },
    ])
  })
})

/** The record of the writer that goes on behind a tick. */
const takeoverBehind = (tick: TickEvidence | undefined, n: number): WriterRecord => {
  if (tick === undefined) throw new Error('no tick')
  const unhashed = {
    symbol: tick.symbol,
    n,
    event: 'takeover',
    writer: 'b',
    time: tick.receivedTime,
  } as const
  const record = { ...unhashed, previousHash: tick.hash }
  return { ...record, hash: writerHash(record, sha256) }
}

describe('a log whose writer was killed', () => {
  const whole = plantTicks('BTCUSDT', 60, 1)
  const stored = (last: number) => whole.filter(({ n }) => n <= 20 || (n >= 25 && n <= last))
  // Numbers reserved by the killed process are skipped.
  const taken = takeoverBehind(whole[24], 100_026)

  it('may end with a tick that settled something, behind those that were not stored yet', () => {
    const verdict = verifyTicks(stored(25), [taken])
    expect(verdict.differences).toEqual([])
    expect(verdict.remarks).toEqual([
      'BTCUSDT: numbers 21 to 24 were not used, or lost in a crash',
      'BTCUSDT: numbers 26 to 100025 were not used, or lost in a crash',
    ])
  })

  it('lacks ticks where no writer took over, or where its writer went on for longer than a write takes', () => {
    const missing = {
      where: 'BTCUSDT tick 21',
      what: 'ticks 21 to 24 are missing, and the same process wrote before and after them',
    }
    expect(verifyTicks(stored(25)).differences).toEqual([missing])
    const later = takeoverBehind(whole[39], 100_026)
    expect(verifyTicks(stored(40), [later]).differences).toEqual([missing])
  })

  it('was changed where the next writer goes on from another tick than the last one', () => {
    const { differences } = verifyTicks(stored(25), [takeoverBehind(whole[19], 100_026)])
    expect(differences).toEqual([
      {
        where: 'BTCUSDT tick 26',
        what: 'ticks 26 to 100025 are missing, and the next writer went on from one of them',
      },
    ])
  })
})

describe('settlements', () => {
  const receipts = [plantReceipt(1, 1, 11, ticks), plantReceipt(2, 2, 3, ticks)]
  const [bought] = receipts
  const [opened, closed] = bought?.events ?? []
  if (bought === undefined || opened === undefined || closed === undefined) throw new Error('no receipt')
  const withClosing = (change: Partial<Receipt['events'][number]>): Receipt => ({
    ...bought,
    events: [opened, { ...closed, ...change }],
  })

  it('works honest receipts out to the unit', () => {
    const verdict = verifySettlements(receipts, ticks)
    expect(verdict.differences).toEqual([])
    expect(verdict.counts).toEqual({ orders: 2, fills: 4 })
  })

  it.each([
    ['a better price for the house', { price: '1' }, 'the price'],
    ['one unit less of profit', { profit: '-0.00000001' }, 'the profit'],
    ['a fee too high', { fee: '1' }, 'the fee'],
    ['no tick', { tick: null }, 'without a tick'],
    ['no transaction', { transactionId: null }, 'without a transaction'],
    ['more insurance than was lost', { insurance: '1000000' }, 'insurance'],
    [
      'a tick of another market',
      { tick: ticks.find(({ symbol }) => symbol === 'ETHUSDT') ?? null },
      'its tick is of',
    ],
    [
      'a forged tick',
      { tick: closed.tick === null ? null : { ...closed.tick, bid: '1' } },
      'hash of its tick',
    ],
  ] as const)('finds %s', (_, change, says) => {
    const { differences } = verifySettlements([withClosing(change)], ticks)
    expect(differences.map(({ what }) => what).join('\n')).toContain(says)
    expect(differences[0]?.where).toBe('order 1, closed')
  })

  it('finds an order that tells another profit than its event', () => {
    const order = withProfit(bought.order, '5')
    const { differences } = verifySettlements([{ ...bought, order }], ticks)
    expect(differences[0]?.what).toContain('the order’s profit')
  })

  // The first of them was bought; a buy is worse the higher it is filled.
  const seen = (parts: bigint, rule: string) => {
    const seenPrice = formatPrice((price(opened.price) - (price(opened.price) * parts) / 1_000_000n) as Price)
    const events = [{ ...opened, rule, seenPrice }, closed]
    return verifySettlements([{ ...bought, events }], ticks).differences.map(({ what }) => what)
  }

  it('lets a fill at the market be 0.5 % worse than what was seen, and one at a price not at all', () => {
    expect(seen(4_975n, 'marketBuyAtAsk')).toEqual([])
    expect(seen(-90_000n, 'limitBuyAtAsk')).toEqual([])
    expect(seen(0n, 'limitBuyAtAsk')).toEqual([])
  })

  it.each([
    ['at the market', 4_976n, 'marketBuyAtAsk'],
    ['at a fixed price', 1n, 'limitBuyAtAsk'],
  ] as const)('finds a fill %s that was too far from what was seen', (_, parts, rule) => {
    expect(seen(parts, rule)).toEqual([expect.stringContaining('too far from the')])
  })

  it('finds a sound tick that is not the one of the log', () => {
    const other = plantTicks('BTCUSDT', 300, 9)
    expect(whereOf(verifySettlements([bought], other))).toContain('order 1, opened')
  })
})

describe('exports', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verify-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('are read from lines of JSON and from CSV alike', async () => {
    const [first] = ticks
    if (first === undefined) throw new Error('no ticks')
    const names = Object.keys(first)
    const half = ticks.slice(0, 300)
    const rows = half.map((tick) =>
      Object.values(tick)
        .map((value) => value ?? '')
        .join(','),
    )
    await writeFile(join(folder, 'ticks-a.csv'), `${[names.join(','), ...rows].join('\n')}\n`)
    const rest = ticks.slice(300).map((tick) => JSON.stringify(tick))
    await writeFile(join(folder, 'ticks-b.jsonl'), `${rest.join('\n')}\n`)
    const read = await readListed(folder)
    expect(read.ticks).toEqual(ticks)
    expect(verifyTicks(read.ticks).differences).toEqual([])
  })

  it('name the file and the line of what cannot be read', async () => {
    await writeFile(join(folder, 'ticks-c.csv'), 'symbol,n\nBTCUSDT,x\n')
    const reading = readListed(folder)
    await expect(reading).rejects.toThrow(InvalidExportError)
    await expect(reading).rejects.toThrow(/ticks-c\.csv, line 2/)
  })

  it('take whole UTC days', () => {
    expect(dayBounds('20260616')).toEqual({ fromMs: Date.UTC(2026, 5, 16), toMs: Date.UTC(2026, 5, 17) - 1 })
    expect(() => dayBounds('2026-06-16')).toThrow(RangeError)
  })
})

it('leaves heads of liabilities reports to the check of reports, but not one that was noted down', () => {
  const report = { name: 'reports', n: 1, hash: 'ab'.repeat(32) }
  const text = headsText('0'.repeat(16), 60_000, [report])
  const signed = { text, signature: '', keyid: '0'.repeat(16), hash: '' }
  const bundle = {
    ticks: [],
    receipts: [],
    options: [],
    settlements: [],
    terms: [],
    writers: [],
    entries: [],
  }
  const found = (noted: readonly (typeof report)[]) =>
    verifyHeads({ ...bundle, heads: [signed], keys: [], day: null }, noted).differences.filter(({ what }) =>
      what.includes('reports 1'),
    )
  expect(found([])).toEqual([])
  expect(found([report])).toHaveLength(1)
})
