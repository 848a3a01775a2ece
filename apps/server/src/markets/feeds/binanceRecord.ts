import { type RecordedTrade, readAggTrades } from './binanceMessages.ts'
import type { RawTrade, SourceRecordReader } from './feed.ts'

const rowsPerCall = 1000
const timeoutMs = 8000

/**
 * Reads trades from the record of an exchange with the Binance protocol: the first page by time, further ones by
 * number. Pages may repeat or disorder trades; a number that is missing between two of them rejects.
 */
export const binanceRecord = (origin: string): SourceRecordReader => {
  const page = async (query: Readonly<Record<string, string>>): Promise<readonly RecordedTrade[]> => {
    const url = new URL('/api/v3/aggTrades', origin)
    url.search = new URLSearchParams({ ...query, limit: rowsPerCall.toString() }).toString()
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (!answer.ok) throw new Error(`${url.pathname} of ${query.symbol} answered ${answer.status}`)
    return readAggTrades(await answer.json())
  }
  return async (symbol, fromMs, toMs) => {
    const found = new Map<number, RecordedTrade>()
    let rows = await page({ symbol, startTime: fromMs.toString(), endTime: toMs.toString() })
    for (;;) {
      for (const row of rows) found.set(row.id, row)
      const last = rows.reduce<RecordedTrade | null>(
        (newest, row) => (newest === null || row.id > newest.id ? row : newest),
        null,
      )
      if (rows.length < rowsPerCall || last === null || last.timeMs > toMs) break
      rows = await page({ symbol, fromId: (last.id + 1).toString() })
    }
    const ordered = [...found.values()].sort((a, b) => a.id - b.id)
    for (const [index, row] of ordered.entries()) {
      const before = ordered[index - 1]
      if (before !== undefined && row.firstSequence !== before.sequence + 1)
        throw new Error(`the record of ${symbol} has a hole behind trade ${before.sequence}`)
    }
    return ordered.flatMap(({ sequence, timeMs, price, quantity, side }): readonly RawTrade[] =>
      timeMs >= fromMs && timeMs <= toMs
        ? [{ symbol, sequence, timeMs, recordedMs: null, price, quantity, side }]
        : [],
    )
  }
}
