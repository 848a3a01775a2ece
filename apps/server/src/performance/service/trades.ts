import { chargedFees } from '@glasshouse/core/contracts/rules'
import type { Period } from '@glasshouse/core/ledger/statement'
import { formatPrice, formatUsdt } from '@glasshouse/core/money/units'
import {
  signOf,
  type TradeGroup,
  type TradeKind,
  type TradeResult,
  type TradeSide,
} from '@glasshouse/core/performance/rules'
import type { TradeEnding, TradeRow } from '@glasshouse/core/performance/wire'
import { listClosedPositions, listContractResults } from '../../contractResults/index.ts'
import type { ContractOrder } from '../../contracts/index.ts'
import type { Markets } from '../../markets/index.ts'
import { listOptionResults, listSettledOptions, type OptionOrder } from '../../options/index.ts'
import type { Db } from '../../platform/database/index.ts'

/** Which of a customer's closed trades are listed; what is omitted is not filtered by. */
export type TradeFilter = {
  readonly kind?: TradeKind | undefined
  readonly pid?: number | undefined
  readonly side?: TradeSide | undefined
  readonly result?: TradeResult | undefined
  /** First and last day, `yyyymmdd`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Trades of one day, kind, market, side and sign of the result. */
export type MarketGroup = TradeGroup & {
  readonly kind: TradeKind
  readonly pid: number
  readonly side: TradeSide
}

/** The groups of a customer's trades that a filter lets through. */
export const listGroups = async (
  db: Db,
  uid: number,
  { kind, pid, side, result }: TradeFilter,
  days: { readonly fromDay: number; readonly toDay: number },
): Promise<readonly MarketGroup[]> => {
  const [contracts, options] = await Promise.all([
    kind === 'option' ? [] : listContractResults(db, uid, days),
    kind === 'contract' ? [] : listOptionResults(db, uid, days),
  ])
  const all: readonly MarketGroup[] = [
    ...contracts.map((sums) => ({ kind: 'contract' as const, ...sums })),
    ...options.map(({ option_type: side, ...sums }) => ({
      kind: 'option' as const,
      side,
      fees: 0n,
      ...sums,
    })),
  ]
  return all.filter(
    (group) =>
      (pid === undefined || group.pid === pid) &&
      (side === undefined || group.side === side) &&
      (result === undefined || group.result === signOf(result)),
  )
}

/** The different kinds, markets, sides and signs among groups. */
export const groupsOf = (groups: readonly MarketGroup[]): readonly MarketGroup[] => [
  ...new Map(
    groups.map((group) => [`${group.kind}/${group.pid}/${group.side}/${group.result}`, group]),
  ).values(),
]

/** A closed trade with its place in the list: by instant, then kind, then id. */
export type Trade = { readonly ms: number; readonly id: number } & (
  | { readonly kind: 'contract'; readonly order: ContractOrder }
  | { readonly kind: 'option'; readonly order: OptionOrder }
)

export type TradesQuery = {
  readonly uid: number
  readonly groups: readonly MarketGroup[]
  readonly period: Period
  /** Rows per read. */
  readonly chunk: number
}

/** Closed trades of both kinds, newest first, read in chunks. */
export async function* tradesOf(db: Db, query: TradesQuery): AsyncGenerator<Trade> {
  const readers = [contractsOf(db, query), optionsOf(db, query)]
  const heads = await Promise.all(readers.map((reader) => reader.next()))
  for (;;) {
    const [contract, option] = heads
    const isOption =
      option?.done === false && (contract?.done !== false || option.value.ms > contract.value.ms)
    const at = isOption ? 1 : 0
    const head = heads[at]
    if (head === undefined || head.done) return
    yield head.value
    heads[at] = (await readers[at]?.next()) ?? { done: true, value: undefined }
  }
}

async function* contractsOf(db: Db, { uid, groups, period, chunk }: TradesQuery): AsyncGenerator<Trade> {
  const wanted = groups.flatMap(({ kind, pid, side, result }) =>
    kind === 'contract' && (side === 'long' || side === 'short') ? [{ pid, side, result }] : [],
  )
  const read = (before: Trade | null) =>
    listClosedPositions(db, { uid, groups: wanted, ...period, before, limit: chunk })
  if (wanted.length === 0) return
  yield* inChunks(chunk, async (before) =>
    (await read(before)).map((order) => ({
      kind: 'contract',
      id: order.id,
      ms: order.closed_ms ?? 0,
      order,
    })),
  )
}

async function* optionsOf(db: Db, { uid, groups, period, chunk }: TradesQuery): AsyncGenerator<Trade> {
  const wanted = groups.flatMap(({ kind, pid, side, result }) =>
    kind === 'option' && (side === 'call' || side === 'put') ? [{ pid, option_type: side, result }] : [],
  )
  const read = (before: Trade | null) =>
    listSettledOptions(db, { uid, groups: wanted, ...period, before, limit: chunk })
  if (wanted.length === 0) return
  yield* inChunks(chunk, async (before) =>
    (await read(before)).map((order) => ({ kind: 'option', id: order.id, ms: order.settled_ms ?? 0, order })),
  )
}

async function* inChunks(
  chunk: number,
  read: (before: Trade | null) => Promise<readonly Trade[]>,
): AsyncGenerator<Trade> {
  let before: Trade | null = null
  for (;;) {
    const rows: readonly Trade[] = await read(before)
    yield* rows
    before = rows.at(-1) ?? null
    if (rows.length < chunk) return
  }
}

const endings = {
  user: 'user',
  profit: 'takeProfit',
  loss: 'stopLoss',
  limit: 'closingOrder',
  trailing: 'trailingStop',
  liquidation: 'liquidation',
  ai: 'ai',
  copy: 'copy',
  dealing: 'dealing',
} as const satisfies Record<NonNullable<ContractOrder['close_reason']>, TradeEnding>

/** A trade as the wire tells it; its result is after fees. */
export const toTradeRow = (markets: Pick<Markets, 'product'>, trade: Trade): TradeRow => {
  const { id, ms: closed, order } = trade
  const shared = { id, pid: order.pid, symbol: markets.product(order.pid)?.symbol ?? '', closed }
  if (trade.kind === 'contract') {
    const { side, leverage, lots, open_price, close_price, profit, open_fee, close_fee, close_reason } =
      trade.order
    if (profit === null || close_reason === null || trade.order.opened_ms === null)
      throw new Error(`closed order ${id} has no result`)
    const fee = chargedFees(open_fee, close_fee)
    return {
      ...shared,
      ...{
        kind: 'contract',
        side,
        multiple: leverage,
        number: lots,
        stake: null,
      },
      openPrice: formatPrice(open_price),
      closePrice: close_price === null ? null : formatPrice(close_price),
      pnl: formatUsdt(profit - fee),
      fee: formatUsdt(fee),
      ending: endings[close_reason],
      ai: trade.order.ai_run !== null,
      opened: trade.order.opened_ms,
    }
  }
  const { option_type: side, stake, payout, outcome, entry_price, exit_price, placed_ms } = trade.order
  if (payout === null || outcome === null) throw new Error(`settled option ${id} has no result`)
  return {
    ...shared,
    ...{ kind: 'option', side, multiple: null, number: null },
    stake: formatUsdt(stake),
    openPrice: formatPrice(entry_price),
    closePrice: exit_price === null ? null : formatPrice(exit_price),
    pnl: formatUsdt(payout - stake),
    fee: '0',
    ending: outcome,
    ai: false,
    opened: placed_ms,
  }
}
