import { conditionOf, type TriggerBook, triggerBook } from '@glasshouse/core/contracts/engine/triggers'
import type { Price } from '@glasshouse/core/money/units'
import { seededRandom } from '@glasshouse/testkit/random'
import type { Measurement } from './row.ts'

const rounds = 5
const ticks = 4_000_000
const middle = 6_585_000
const cent = 10_000_000

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Baseline: all triggers in two flat arrays, all checked on every tick. */
type Plain = { readonly prices: Float64Array; readonly kinds: Uint8Array }
type Stage = { readonly book: TriggerBook; readonly plain: Plain }

/** Limit orders, take profits, stop losses and rechecks around a market, none nearer than 1 %. */
const stageOf = (resting: number): Stage => {
  const random = seededRandom(resting)
  const book = triggerBook()
  const plain = { prices: new Float64Array(resting), kinds: new Uint8Array(resting) }
  for (let acceptance = 0; acceptance < resting; acceptance += 1) {
    const kind = random.pick(['limit', 'loss', 'profit', 'closeOut'] as const)
    const watch = conditionOf(random.pick(['long', 'short'] as const), kind)
    const away = random.whole(65_850, 2_000_000)
    const cents = watch.when === 'falls' ? middle - away : middle + away
    book.add({ ...watch, kind, acceptance, price: (BigInt(cents) * BigInt(cent)) as Price })
    plain.prices[acceptance] = cents * cent
    plain.kinds[acceptance] = (watch.side === 'bid' ? 0 : 2) + (watch.when === 'falls' ? 0 : 1)
  }
  return { book, plain }
}

/** Best bids of a market that moves a little and reaches no trigger. */
const walk = Float64Array.from(
  { length: 4096 },
  (_, step) => (middle + Math.round(Math.sin(step) * 5_000)) * cent,
)

/** Nanoseconds per tick of the trigger book; it must fire nothing. */
const tickNs = ({ book }: Stage): number => {
  let fired = 0
  const startedAt = performance.now()
  for (let at = 0; at < ticks; at += 1) {
    const bid = walk[at & 4095] ?? 0
    fired += book.tick(bid, bid + cent).length
  }
  const ns = ((performance.now() - startedAt) * 1e6) / ticks
  if (fired > 0) throw new Error('a tick without reached triggers fired something')
  return ns
}

/** Nanoseconds per scan of all triggers. */
const scanNs = ({ plain: { prices, kinds } }: Stage): number => {
  const scans = 10
  let fired = 0
  const startedAt = performance.now()
  for (let at = 0; at < scans; at += 1) {
    const bid = walk[at] ?? 0
    const ask = bid + cent
    for (let index = 0; index < prices.length; index += 1) {
      const side = (kinds[index] ?? 0) < 2 ? bid : ask
      const price = prices[index] ?? 0
      if (((kinds[index] ?? 0) & 1) === 0 ? side <= price : side >= price) fired += 1
    }
  }
  const ns = ((performance.now() - startedAt) * 1e6) / scans
  if (fired > 0) throw new Error('a scan without reached triggers fired something')
  return ns
}

/** Row 3: cost of a tick that reaches nothing, with a thousand and with a million triggers. */
export const measureQuietTick = (): Measurement => {
  const [few, many] = [stageOf(1_000), stageOf(1_000_000)]
  for (const stage of [few, many]) tickNs(stage)
  scanNs(many)
  const found = Array.from({ length: rounds }, () => ({
    few: tickNs(few),
    many: tickNs(many),
    scan: scanNs(many),
  }))
  const ns = median(found.map((round) => round.many))
  const ratio = median(found.map((round) => round.many / round.few))
  const scan = median(found.map((round) => round.scan / round.many))
  return {
    figures: `${ratio.toFixed(2)}× the tick at 1,000, ${(1000 / ns).toFixed(0)} M ticks/s (${ns.toFixed(1)} ns), ${Math.round(scan).toLocaleString('en')}× a scan`,
    held: ratio <= 2 && ns <= 100 && scan >= 100_000,
    remark: `medians of ${rounds} interleaved rounds, ${ticks.toLocaleString('en')} ticks each; the scan runs over flat arrays`,
  }
}
