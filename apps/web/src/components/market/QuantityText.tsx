import { Tooltip } from '@glasshouse/ui/Tooltip'
import { useFormatters } from '../formatters.ts'
import { showQuantity } from './quantities.ts'

/** Abbreviated coin quantity for narrow columns; the full figure is in the tooltip and the accessible name. */
export function QuantityText({
  units,
  digits,
  unit,
}: {
  /** Coins in units of 1e-8. */
  units: bigint
  /** Decimals of the market, from `quantityDigits`. */
  digits: number
  /** Name of the coin, if it is not shown beside the figure. */
  unit?: string
}) {
  const { text, full } = showQuantity(useFormatters(), units, digits)
  const behind = unit === undefined ? '' : ` ${unit}`
  if (full === null) return `${text}${behind}`
  return (
    <Tooltip tip={`${full}${behind}`}>
      <span aria-hidden="true">{`${text}${behind}`}</span>
      <span className="sr-only">{`${full}${behind}`}</span>
    </Tooltip>
  )
}
