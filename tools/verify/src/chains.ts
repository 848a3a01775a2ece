import { createHash } from 'node:crypto'
import { type Tick, tickEvidence, verifyChain } from '@glasshouse/core/markets/evidence'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { price, quantity } from '@glasshouse/core/money/units'
import type { CheckReport, Discrepancy } from './difference.ts'
import type { PublishedHead } from './read.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A tick of the wire in exact units. */
export const tickOf = (told: TickEvidence): Tick => ({
  symbol: told.symbol,
  n: told.n,
  kind: told.kind,
  source: told.source,
  sourceSequence: told.sourceSequence,
  sourceTimeMs: told.sourceTime,
  recordedTimeMs: told.recordedTime,
  receivedTimeMs: told.receivedTime,
  price: price(told.price),
  quantity: quantity(told.quantity),
  side: told.side,
  bid: price(told.bid),
  ask: price(told.ask),
  previousHash: told.previousHash,
  hash: told.hash,
})

/** A tick has exactly one way to be written; another one would hash differently and say the same. */
const isCanonical = (told: TickEvidence): boolean => {
  const again = tickEvidence(tickOf(told))
  return (
    again.price === told.price &&
    again.quantity === told.quantity &&
    again.bid === told.bid &&
    again.ask === told.ask
  )
}

const bySymbol = (ticks: readonly TickEvidence[]): ReadonlyMap<string, readonly TickEvidence[]> => {
  const groups = new Map<string, TickEvidence[]>()
  for (const tick of ticks) {
    const group = groups.get(tick.symbol)
    if (group === undefined) groups.set(tick.symbol, [tick])
    else group.push(tick)
  }
  for (const group of groups.values()) group.sort((a, b) => a.n - b.n)
  return groups
}

/** Verifies the hash chain of every symbol: each tick's own hash, and its link to the one before. */
export const verifyTicks = (ticks: readonly TickEvidence[]): CheckReport => {
  const differences: Discrepancy[] = []
  const remarks: string[] = []
  const counts: Record<string, number> = { ticks: ticks.length }
  for (const [symbol, told] of bySymbol(ticks)) {
    const at = (n: number) => `${symbol} tick ${n}`
    const report = verifyChain(told.map(tickOf), sha256)
    differences.push(
      ...told
        .filter((tick) => !isCanonical(tick))
        .map(({ n }) => ({ where: at(n), what: 'a figure is not written in its one form' })),
      ...report.forged.map((n) => ({ where: at(n), what: 'its hash does not fit what it says' })),
      ...report.unlinked.map((n) => ({
        where: at(n),
        what: 'it does not carry the hash of the tick before',
      })),
    )
    remarks.push(
      ...report.holes.map(
        ({ from, to, linked }) =>
          `${symbol}: ticks ${from} to ${to} are not in the export${linked ? '; the chain continues over them' : ''}`,
      ),
    )
    counts[symbol] = report.checked
  }
  return { name: 'tick chains', counts, differences, remarks }
}

/** Compares published heads with the ticks they name. */
export const verifyHeads = (heads: readonly PublishedHead[], ticks: readonly TickEvidence[]): CheckReport => {
  const hashes = new Map(ticks.map(({ symbol, n, hash }) => [`${symbol} ${n}`, hash]))
  const found = heads.filter(({ symbol, n }) => hashes.has(`${symbol} ${n}`))
  const absent = heads.length - found.length
  return {
    name: 'published heads',
    counts: { heads: found.length },
    differences: found
      .filter(({ symbol, n, hash }) => hashes.get(`${symbol} ${n}`) !== hash)
      .map(({ symbol, n }) => ({
        where: `${symbol} tick ${n}`,
        what: 'the head that was published is not the hash of this tick',
      })),
    remarks: absent === 0 ? [] : [`${absent} heads name ticks that are not in the export`],
  }
}
