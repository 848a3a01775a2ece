import { createHash } from 'node:crypto'
import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import { verifyChain } from '@glasshouse/core/markets/verifyChain'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import type { WriterRecord } from '@glasshouse/core/markets/writers'
import { price, quantity } from '@glasshouse/core/money/units'
import type { CheckReport, Discrepancy } from './difference.ts'
import { type SymbolTicks, type Ticks, tickLogOf } from './tickLog.ts'
import { sortWriters } from './writers.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A tick of the wire in exact units. */
const tickOf = (evidence: TickEvidence): Tick => ({
  symbol: evidence.symbol,
  n: evidence.n,
  kind: evidence.kind,
  source: evidence.source,
  sourceSequence: evidence.sourceSequence,
  sourceTimeMs: evidence.sourceTime,
  recordedTimeMs: evidence.recordedTime,
  receivedTimeMs: evidence.receivedTime,
  price: price(evidence.price),
  quantity: quantity(evidence.quantity),
  side: evidence.side,
  bid: price(evidence.bid),
  ask: price(evidence.ask),
  ...(evidence.late === undefined ? {} : { late: evidence.late }),
  ...(evidence.fetched === undefined ? {} : { fetched: evidence.fetched }),
  previousHash: evidence.previousHash,
  hash: evidence.hash,
})

/** A tick has exactly one way to be written; another one would hash differently and say the same. */
const isCanonical = (evidence: TickEvidence): boolean => {
  const again = tickEvidence(tickOf(evidence))
  return (
    again.price === evidence.price &&
    again.quantity === evidence.quantity &&
    again.bid === evidence.bid &&
    again.ask === evidence.ask
  )
}

/** A crash loses what was not stored yet: the newest ticks, by the receive clock, before the next writer took over. */
const crashLossMs = 2000

/** Whether a hole lies in the last moments before another writer took over. */
const isCrashLoss = (
  hole: { readonly to: number },
  ticks: SymbolTicks,
  writers: readonly WriterRecord[],
): boolean => {
  const takeover = writers.find(({ event, n }) => event === 'takeover' && n > hole.to)
  if (takeover === undefined || writers.some(({ n }) => n > hole.to && n < takeover.n)) return false
  const [first, last] = [ticks.firstAbove(hole.to), ticks.firstAbove(takeover.n - 1) - 1]
  return first <= last && ticks.receivedTime(last) - ticks.receivedTime(first) <= crashLossMs
}

/** The ticks in exact units, and the numbers of those that are not written in their one form. */
const readTicks = (ticks: SymbolTicks) => {
  const uncanonical: number[] = []
  const exact = function* (): Generator<Tick> {
    for (const evidence of ticks) {
      if (!isCanonical(evidence)) uncanonical.push(evidence.n)
      yield tickOf(evidence)
    }
  }
  return { exact, uncanonical }
}

/**
 * Verifies the log of every symbol: each record's own hash, its link to the one before, and that nothing is missing
 * while one process wrote it.
 */
export const verifyTicks = (ticks: Ticks, writers: readonly WriterRecord[] = []): CheckReport => {
  const log = tickLogOf(ticks)
  const differences: Discrepancy[] = []
  const remarks: string[] = []
  const counts: Record<string, number> = { ticks: log.length }
  for (const symbol of log.symbols) {
    const ticks = log.of(symbol)
    const at = (n: number) => `${symbol} tick ${n}`
    const { own, before } = sortWriters(symbol, log, writers)
    const { exact, uncanonical } = readTicks(ticks)
    const report = verifyChain(exact(), sha256, own)
    const inTerm = report.holes.filter((hole) => hole.withinTerm && !isCrashLoss(hole, ticks, own))
    differences.push(
      ...uncanonical.map((n) => ({ where: at(n), what: 'a figure is not written in its one form' })),
      ...[...(before === null ? [] : verifyChain([], sha256, [before]).forged), ...report.forged].map(
        (n) => ({
          where: at(n),
          what: 'its hash does not fit what it says',
        }),
      ),
      ...report.unlinked.map((n) => ({
        where: at(n),
        what: 'it does not carry the hash of the tick before',
      })),
      ...inTerm.map(({ from, to }) => ({
        where: at(from),
        what: `ticks ${from} to ${to} are missing, and the same process wrote before and after them`,
      })),
      ...report.holes
        .filter((hole) => !hole.withinTerm && !hole.linked)
        .map(({ from, to }) => ({
          where: at(from),
          what: `ticks ${from} to ${to} are missing, and the next writer went on from one of them`,
        })),
    )
    remarks.push(
      ...report.holes
        .filter((hole) => !inTerm.includes(hole))
        .map(({ from, to }) => `${symbol}: numbers ${from} to ${to} were not used, or lost in a crash`),
    )
    counts[symbol] = ticks.length
  }
  for (const symbol of new Set(writers.map((record) => record.symbol)))
    if (log.of(symbol).length === 0) {
      const own = writers.filter((record) => record.symbol === symbol)
      const report = verifyChain([], sha256, own)
      if (
        report.holes.some(({ withinTerm }) => withinTerm) ||
        report.forged.length + report.unlinked.length > 0
      )
        differences.push({ where: symbol, what: 'its writers speak of ticks that are missing' })
    }
  return { name: 'tick chains', counts, differences, remarks }
}
