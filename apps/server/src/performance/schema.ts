import type { TradeKind } from '@glasshouse/core/performance/rules'

/** Tables of the module performance. */
export type PerformanceTables = {
  performance_trade_link: TradeLink
}

/** The public link of a closed trade. */
export type TradeLink = {
  readonly uid: number
  readonly kind: TradeKind
  readonly order_id: number
  readonly token: string
  readonly created_ms: number
}
