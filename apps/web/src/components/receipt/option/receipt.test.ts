import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { price, usdt } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import { type ReceiptAnswer, recalculateEntry, recalculateExit } from './receipt.ts'

const tick = (at: string, sourceTime: number, part: Partial<TickEvidence> = {}): TickEvidence => ({
  symbol: 'BTCUSDT',
  n: 7,
  kind: 'trade',
  source: 'simulator',
  sourceSequence: '7',
  sourceTime,
  recordedTime: null,
  receivedTime: sourceTime + 5,
  price: at,
  quantity: '1',
  side: 'buy',
  bid: at,
  ask: at,
  previousHash: '0',
  hash: '1',
  ...part,
})

const order: ReceiptAnswer['order'] = {
  id: 903291,
  pid: 1,
  symbol: 'BTCUSDT',
  type: 'call',
  stake: usdt('100'),
  payoutPercent: 80,
  entryPrice: price('66091.7'),
  exitPrice: price('66134.39'),
  openedMs: 1_000,
  expiresMs: 181_000,
  outcome: 'win',
  pnl: usdt('80'),
}
const won: ReceiptAnswer = {
  order,
  seenPrice: '66091.7',
  tolerancePpm: 500,
  win: '80',
  payout: '180',
  entry: { tick: tick('66091.7', 900, { n: 6 }), time: 1_000, transactionId: 1 },
  exit: {
    rule: 'callAboveAtExpiry',
    tick: tick('66134.39', 181_000),
    time: 181_300,
    transactionId: 2,
    silentFrom: null,
    silentTo: null,
  },
}
const exitOf = (part: Partial<NonNullable<ReceiptAnswer['exit']>>): ReceiptAnswer => ({
  ...won,
  exit: won.exit && { ...won.exit, ...part },
})
const ordered = (answer: ReceiptAnswer, part: Partial<typeof order>): ReceiptAnswer => ({
  ...answer,
  order: { ...answer.order, ...part },
})

describe('entry of an option', () => {
  it('is recalculated from the tick', () => {
    expect(recalculateEntry(won)).toEqual({
      seen: price('66091.7'),
      entry: price('66091.7'),
      stake: usdt('100'),
      percent: 80,
      win: usdt('80'),
      matches: true,
    })
  })
  it('does not match another price, another payout or a price outside the agreed slippage', () => {
    expect(recalculateEntry(ordered(won, { entryPrice: price('66091.8') })).matches).toBe(false)
    expect(recalculateEntry({ ...won, win: '79.99999999' }).matches).toBe(false)
    expect(recalculateEntry({ ...won, seenPrice: '66058' }).matches).toBe(false)
  })
})

describe('settlement of an option', () => {
  it('is recalculated from the settlement tick', () => {
    expect(recalculateExit(won)).toMatchObject({
      outcome: 'win',
      exit: price('66134.39'),
      payout: usdt('180'),
      profit: usdt('80'),
      matches: true,
    })
  })
  it('is null while the option is open', () => {
    expect(recalculateExit({ ...won, exit: null, payout: null })).toBeNull()
  })
  it('does not match a payout, result or price that contradicts the rules', () => {
    expect(recalculateExit({ ...won, payout: '179' })?.matches).toBe(false)
    expect(recalculateExit(ordered(won, { outcome: 'loss' }))?.matches).toBe(false)
    expect(recalculateExit(ordered(won, { pnl: usdt('-100') }))?.matches).toBe(false)
    expect(recalculateExit(ordered(won, { exitPrice: price('66134.4') }))?.matches).toBe(false)
    expect(recalculateExit(exitOf({ rule: 'putBelowAtExpiry' }))?.matches).toBe(false)
  })
  it('does not match a tick after the expiry, a late tick, or one that is not a trade', () => {
    for (const part of [
      tick('66134.39', 181_001),
      tick('66134.39', 181_000, { receivedTime: 181_301 }),
      tick('66134.39', 181_000, { kind: 'book' }),
    ])
      expect(recalculateExit(exitOf({ tick: part }))?.matches).toBe(false)
  })
  it('returns the stake at an equal price', () => {
    const level = ordered(exitOf({ rule: 'equalAtExpiry', tick: tick('66091.7', 180_000) }), {
      exitPrice: price('66091.7'),
      outcome: 'draw',
      pnl: usdt('0'),
    })
    expect(recalculateExit({ ...level, payout: '100' })).toMatchObject({ outcome: 'draw', matches: true })
  })
  it('gives the stake back when the last trade is not newer than the acceptance, and only then', () => {
    const earlier = (n: number): ReceiptAnswer => ({
      ...ordered(exitOf({ rule: 'noTradeAfterEntry', tick: tick('66134.39', 180_000, { n }) }), {
        outcome: 'void',
        exitPrice: null,
        pnl: usdt('0'),
      }),
      payout: '100',
    })
    expect(recalculateExit(earlier(6))).toMatchObject({ outcome: 'void', exit: null, matches: true })
    expect(recalculateExit(earlier(7))?.matches).toBe(false)
    const decided = exitOf({ tick: tick('66134.39', 181_000, { n: 6 }) })
    expect(recalculateExit(decided)?.matches).toBe(false)
  })
  it('gives the stake back of a silence of more than 5 s, and of no shorter one', () => {
    const silent = (silentTo: number): ReceiptAnswer => ({
      ...ordered(exitOf({ rule: 'silentAroundExpiry', silentFrom: 179_000, silentTo, time: 190_000 }), {
        outcome: 'void',
        exitPrice: null,
        pnl: usdt('0'),
      }),
      payout: '100',
    })
    expect(recalculateExit(silent(184_001))).toMatchObject({ outcome: 'void', exit: null, matches: true })
    expect(recalculateExit(silent(184_000))?.matches).toBe(false)
  })
})
