import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import type { TradeKind } from '@glasshouse/core/performance/rules'

/** The price move that a position or an option gains by: long and CALL by a rise. */
export const directions = ['rise', 'fall'] as const
type Direction = (typeof directions)[number]

/** Filters of positions, open and cancelled orders; an empty text means all. */
export type PositionFilters = {
  readonly symbol: string
  readonly kind: TradeKind | ''
  readonly direction: Direction | ''
}
export const noPositionFilters: PositionFilters = { symbol: '', kind: '', direction: '' }

const directionOf = (side: ContractOrder['side'] | OptionOrder['type']): Direction =>
  side === 'long' || side === 'call' ? 'rise' : 'fall'

const matches = (
  { symbol, direction }: PositionFilters,
  order: { readonly symbol: string },
  side: ContractOrder['side'] | OptionOrder['type'],
): boolean =>
  (symbol === '' || order.symbol === symbol) && (direction === '' || directionOf(side) === direction)

/** Whether a filter leaves a contract order. */
export const isContractShown = (
  filters: PositionFilters,
  order: Pick<ContractOrder, 'symbol' | 'side'>,
): boolean => filters.kind !== 'option' && matches(filters, order, order.side)

/** Whether a filter leaves an option. */
export const isOptionShown = (
  filters: PositionFilters,
  order: Pick<OptionOrder, 'symbol' | 'type'>,
): boolean => filters.kind !== 'contract' && matches(filters, order, order.type)
