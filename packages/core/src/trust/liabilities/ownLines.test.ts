import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calls } from '../../calls.ts'
import { amountScale, formatDecimal, quantity, usdt } from '../../money/units.ts'
import { ownLinesFromWire, ownLinesToWire } from './codec.ts'
import { type OwnLine, ownLineIssues, ownSources, shownAmounts } from './ownLines.ts'

const text = (units: bigint): string => formatDecimal(units, amountScale)
const amount = fc.bigInt({ min: 0n, max: 1n << 70n })
const lines = fc
  .uniqueArray(
    fc.record({
      source: fc.constantFrom(...ownSources),
      asset: fc.constantFrom('BTC', 'USDT'),
      ...{ reported: amount, now: amount },
    }),
    { selector: ({ source, asset }) => `${source} ${asset}`, minLength: 1 },
  )
  .map((all) => all.map(({ reported, now, ...line }) => ({ ...line, reported, now, change: now - reported })))
const balancesOf = (all: readonly { asset: string; reported: bigint }[]) =>
  Object.fromEntries(
    ['BTC', 'USDT'].map((asset) => [
      asset,
      text(all.filter((line) => line.asset === asset).reduce((sum, { reported }) => sum + reported, 0n)),
    ]),
  )
const shownOf = (all: readonly OwnLine[]) =>
  new Map(all.map(({ source, asset, now }) => [`${source} ${asset}`, now]))

it('accepts lines that add up, and names the one line of which any figure is one unit off', () => {
  fc.assert(
    fc.property(lines, fc.nat(), fc.constantFrom('reported', 'change', 'now'), (all, at, field) => {
      expect(ownLineIssues(all, balancesOf(all), shownOf(all))).toEqual([])
      const off = all.map((line, index) =>
        index === at % all.length ? { ...line, [field]: line[field] + 1n } : line,
      )
      const [line] = off.filter((_, index) => index === at % all.length)
      const found = ownLineIssues(off, balancesOf(all), shownOf(all))
      const { source, asset } = line ?? { source: null, asset: '' }
      const expected = {
        reported: [
          { check: 'reported', asset, source: null },
          { check: 'change', asset, source },
        ],
        change: [{ check: 'change', asset, source }],
        now: [
          { check: 'change', asset, source },
          { check: 'now', asset, source },
        ],
      }[field]
      expect(found.map(({ check, asset, source }) => ({ check, asset, source }))).toEqual(expected)
    }),
  )
})

it('names what the wallets show and the lines leave out', () => {
  const none = usdt('0')
  const held = { options: none, withdrawals: usdt('0.5'), principal: none }
  const shown = shownAmounts({
    wallets: { wallet: usdt('1'), contract: none, contract2: none, coin: none, held },
    coins: [{ source: 'coin', asset: 'BTC', amount: quantity('2') }],
  })
  const line: OwnLine = {
    ...{ source: 'wallet', asset: 'USDT', reported: usdt('3'), change: -usdt('2'), now: usdt('1') },
  }
  expect(ownLineIssues([line], { USDT: '3', BTC: '0' }, shown)).toEqual([
    { check: 'now', asset: 'USDT', source: 'withdrawal', expected: usdt('0.5'), found: 0n },
    { check: 'now', asset: 'BTC', source: 'coin', expected: quantity('2'), found: 0n },
  ])
  expect(() => ownLineIssues([line], { USDT: 'x' }, shown)).toThrow(RangeError)
})

it('lines return from the wire as they were sent, with changes below zero', () => {
  const { data } = calls['/api/trust/proofLines']
  fc.assert(
    fc.property(lines, fc.nat(), fc.option(fc.nat()), (all, number, entries) => {
      const sent = { number, madeMs: 5, lines: all.map((line) => ({ ...line, entries })) }
      const wire = ownLinesToWire(sent)
      expect(data.parse(wire)).toEqual(wire)
      expect(ownLinesFromWire(wire)).toEqual(sent)
    }),
  )
  const [line] = ownLinesToWire({
    ...{ number: 1, madeMs: 5 },
    lines: [
      {
        ...{ source: 'wallet', asset: 'USDT', reported: usdt('3'), change: -usdt('2'), now: usdt('1') },
        entries: 1,
      },
    ],
  }).lines
  expect(line).toEqual({
    ...{ source: 'wallet', asset: 'USDT', reported: '3', entries: 1, change: '-2', now: '1' },
  })
  const answer = { number: 1, time: 5, lines: line === undefined ? [] : [{ ...line, change: '--2' }] }
  expect(() => ownLinesFromWire(answer)).toThrow(RangeError)
})
