import { addCloses, noTrades, type TradeSums } from '@glasshouse/core/invest/copy/trades'
import type { Tx } from '../../../platform/database/index.ts'
import type { TradesRow } from '../../schema.ts'
import { lockTrades, saveTrades } from '../../store/copy/trades.ts'
import type { Pools } from './pools.ts'

const closesAtOnce = 1000
/** A close is dated before it is committed, so one may become visible after a later one: so far back is read again. */
const overlapMs = 10 * 60_000

type StoredSums = Omit<TradeSums, 'fees' | 'parts' | 'markets'> & {
  readonly fees: string
  readonly parts: readonly (readonly [
    number,
    Record<'gain' | 'fees', string> & Omit<Part, 'gain' | 'fees'>,
  ])[]
  readonly markets: readonly (readonly [number, number])[]
}
type Part = TradeSums['parts'] extends ReadonlyMap<number, infer P> ? P : never

const textOf = ({ fees, parts, markets, ...numbers }: TradeSums): string => {
  const stored: StoredSums = {
    ...numbers,
    fees: String(fees),
    parts: [...parts].map(([id, part]) => [
      id,
      { ...part, gain: String(part.gain), fees: String(part.fees) },
    ]),
    markets: [...markets],
  }
  return JSON.stringify(stored)
}

const sumsOf = ({ sums }: TradesRow): TradeSums => {
  const { fees, parts, markets, ...numbers } = sums as StoredSums
  return {
    ...numbers,
    fees: BigInt(fees),
    parts: new Map(
      parts.map(([id, part]) => [id, { ...part, gain: BigInt(part.gain), fees: BigInt(part.fees) }]),
    ),
    markets: new Map(markets),
  }
}

/**
 * Adds what closed in a second contract wallet since the last time to its sums, which it returns. A lead of many years costs as
 * much as one of a day.
 */
export const updateTrades = async (
  pools: Pick<Pools, 'listLeadCloses'>,
  tx: Tx,
  uid: number,
): Promise<TradeSums> => {
  const before = await lockTrades(tx, uid)
  const seen = new Set(before?.recent ?? [])
  let sums = before === null ? noTrades : sumsOf(before)
  let untilMs = before?.until_ms ?? 0
  let recent: readonly { readonly id: number; readonly closedAtMs: number }[] = []
  for (let afterMs = untilMs - overlapMs; ; ) {
    const page = await pools.listLeadCloses(tx, uid, { afterMs, limit: closesAtOnce })
    sums = addCloses(
      sums,
      page.filter(({ id }) => !seen.has(id)),
    )
    const last = page.at(-1)
    if (last === undefined) break
    afterMs = last.closedAtMs
    untilMs = Math.max(untilMs, afterMs)
    recent = [...recent, ...page].filter(({ closedAtMs }) => closedAtMs > untilMs - overlapMs)
    if (page.length < closesAtOnce) break
  }
  if (untilMs > 0)
    await saveTrades(
      tx,
      { uid, until_ms: untilMs, recent: JSON.stringify(recent.map(({ id }) => id)), sums: textOf(sums) },
      sums.markets,
    )
  return sums
}
