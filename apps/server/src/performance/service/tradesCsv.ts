import { dayOf, formatTime } from '@glasshouse/core/calendar/days'
import { csvRow, statementLinkTtlMs } from '@glasshouse/core/ledger/statement'
import { daysOf, tradeKinds, tradeResults, tradeSides } from '@glasshouse/core/performance/rules'
import { createSignedLink, verifySignedLink } from '../../platform/secrets/index.ts'
import { type PerformanceDeps, periodOf } from './performance.ts'
import { groupsOf, listGroups, type TradeFilter, toTradeRow, tradesOf } from './trades.ts'

const purpose = 'trades'
/** Trades per read: few enough that formatting them does not block the event loop. */
const tradesAtOnce = 200

/** Payload of a link: whose trades, and the filter. */
export type TradesRequest = TradeFilter & { readonly uid: number }

/** Creates a link to a customer's filtered trades, valid for five minutes without a session. Throws as `periodOf`. */
export const createTradesLink = (
  { clock, secrets }: Pick<PerformanceDeps, 'clock' | 'secrets'>,
  uid: number,
  filter: TradeFilter,
): { readonly url: string } => {
  const { fromMs, untilMs } = periodOf(filter, clock.now())
  const { kind = '', pid = 0, side = '', result = '' } = filter
  // The days are fixed when the link is made: the file holds what the page listed.
  const payload = { uid, kind, pid, side, result, from: dayOf(fromMs), to: dayOf(untilMs - 1) }
  return {
    url: `/download/trades?link=${createSignedLink(secrets, purpose, payload, clock.now() + statementLinkTtlMs)}`,
  }
}

/** Payload of a link; null if it is invalid or expired. */
export const verifyTradesLink = (
  { clock, secrets }: Pick<PerformanceDeps, 'clock' | 'secrets'>,
  link: string,
): TradesRequest | null => {
  const said = verifySignedLink(secrets, purpose, link, clock.now())
  if (said === null || typeof said.uid !== 'number') return null
  return {
    uid: said.uid,
    kind: tradeKinds.find((kind) => kind === said.kind),
    pid: typeof said.pid === 'number' && said.pid > 0 ? said.pid : undefined,
    side: tradeSides.find((side) => side === said.side),
    result: tradeResults.find((result) => result === said.result),
    from: String(said.from),
    to: String(said.to),
  }
}

const header = [
  ...['kind', 'id', 'symbol', 'side', 'leverage', 'lots', 'stake', 'openPrice', 'closePrice'],
  ...['pnl', 'fee', 'ending', 'ai', 'opened', 'closed'],
]

/** A customer's filtered trades as CSV, the newest first. Fixed English names for programs; times are UTC+1. */
export async function* tradesCsv(
  { clock, database: { reports }, markets }: PerformanceDeps,
  { uid, ...filter }: TradesRequest,
): AsyncGenerator<string> {
  const period = periodOf(filter, clock.now())
  const groups = groupsOf(await listGroups(reports, uid, filter, daysOf(period)))
  yield csvRow(header)
  for await (const trade of tradesOf(reports, { uid, groups, period, chunk: tradesAtOnce })) {
    const row = toTradeRow(markets, trade)
    yield csvRow([
      ...[row.kind, String(row.id), row.symbol, row.side],
      ...[row.multiple, row.number, row.stake].map((cell) => String(cell ?? '')),
      ...[row.openPrice, row.closePrice ?? '', row.pnl, row.fee, row.ending, row.ai ? '1' : '0'],
      ...[formatTime(row.opened), formatTime(row.closed)],
    ])
  }
}
