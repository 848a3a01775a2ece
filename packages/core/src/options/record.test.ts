import { expect, it } from 'vitest'
import { settleByRecord } from './record.ts'

const at = (sourceTimeMs: number, n = sourceTimeMs) => ({
  kind: 'trade' as const,
  n,
  sourceTimeMs,
  receivedTimeMs: 99_000,
})

it('takes the last trade at or before the expiry, of several at once the one of the highest number', () => {
  const trades = [at(10_001, 4), at(10_000, 2), at(10_000, 3), at(9_999, 1)]
  expect(settleByRecord(trades, 10_000, 20_000)).toEqual({ kind: 'settled', tick: at(10_000, 3) })
})

it.each([
  [[at(9_000), at(14_000)], 20_000, 'settled'],
  [[at(9_000), at(14_001)], 20_000, 'silent'],
  [[at(9_000)], 14_000, 'undecided'],
  [[at(9_000)], 14_001, 'silent'],
  [[at(10_001)], 20_000, 'silent'],
  [[], 20_000, 'silent'],
])('with %j known until %i it is %s', (trades, untilMs, kind) => {
  expect(settleByRecord(trades, 10_000, untilMs).kind).toBe(kind)
})

it('counts the silence to the nearest trade after the expiry, whatever the order of the record', () => {
  const trades = [at(9_000), at(20_000), at(13_999)]
  for (const order of [trades, trades.toReversed()])
    expect(settleByRecord(order, 10_000, 30_000)).toMatchObject({
      kind: 'settled',
      tick: { sourceTimeMs: 9_000 },
    })
  expect(settleByRecord([at(9_000), at(14_001), at(20_000)], 10_000, 30_000)).toEqual({ kind: 'silent' })
})

it('looks at no change of the book and at no trade that came late', () => {
  const others = [
    { ...at(9_999), kind: 'book' as const },
    { ...at(9_998), late: true as const },
  ]
  expect(settleByRecord([at(9_000), ...others, at(10_500)], 10_000, 20_000)).toMatchObject({
    tick: { n: 9_000 },
  })
})
