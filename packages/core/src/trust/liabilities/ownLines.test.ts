import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountScale, formatDecimal } from '../../money/units.ts'
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
const wire = (
  all: readonly { source: OwnLine['source']; asset: string; reported: bigint; change: bigint; now: bigint }[],
) =>
  all.map(
    ({ source, asset, reported, change, now }): OwnLine => ({
      ...{ source, asset, reported: text(reported), change: text(change), now: text(now) },
    }),
  )
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
      const sound = wire(all)
      expect(ownLineIssues(sound, balancesOf(all), shownOf(sound))).toEqual([])
      const off = wire(
        all.map((line, index) => (index === at % all.length ? { ...line, [field]: line[field] + 1n } : line)),
      )
      const [line] = off.filter((_, index) => index === at % all.length)
      const found = ownLineIssues(off, balancesOf(all), shownOf(sound))
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
  const info = { wallet: '1', contractwallet: '0', secondcontractwallet: '0', coinwallet: '0' }
  const held = { options: '0', withdrawals: '0.5', principal: '0' }
  const shown = shownAmounts({
    info: { ...info, held },
    coins: [{ source: 'coin', asset: 'BTC', amount: '2' }],
  })
  const line: OwnLine = { source: 'wallet', asset: 'USDT', reported: '3', change: '-2', now: '1' }
  expect(ownLineIssues([line], { USDT: '3', BTC: '0' }, shown)).toEqual([
    { check: 'now', asset: 'USDT', source: 'withdrawal', expected: '0.5', found: '0' },
    { check: 'now', asset: 'BTC', source: 'coin', expected: '2', found: '0' },
  ])
})
