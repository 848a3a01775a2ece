/** Fields of orders in published receipts, whose names stay as they were published. */
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { optionTypeFromWire } from '@glasshouse/core/options/codec'
import type { OptionType } from '@glasshouse/core/options/rules'
import type { OptionOrderRow } from '@glasshouse/core/options/wire'

/** Symbol of the market of an order or an option. */
export const symbolOf = ({ procode }: Pick<ContractOrderRow, 'procode'>): string => procode

/** Margin of an order as its receipt states it, a decimal text. */
export const statedMargin = ({ cautionMoney }: Pick<ContractOrderRow, 'cautionMoney'>): string => cautionMoney

/** Profit of an order as its receipt states it, a decimal text. */
export const statedProfit = ({ factProfits }: Pick<ContractOrderRow, 'factProfits'>): string => factProfits

/** An order with another margin. */
export const withMargin = <Order extends Pick<ContractOrderRow, 'cautionMoney'>>(
  order: Order,
  margin: string,
): Order => ({ ...order, cautionMoney: margin })

/** An order with another profit. */
export const withProfit = <Order extends Pick<ContractOrderRow, 'factProfits'>>(
  order: Order,
  profit: string,
): Order => ({ ...order, factProfits: profit })

/** Type of an option. */
export const typeOf = ({ ostyle }: Pick<OptionOrderRow, 'ostyle'>): OptionType => optionTypeFromWire(ostyle)
