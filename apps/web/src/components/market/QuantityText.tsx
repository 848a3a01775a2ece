import { Tooltip } from '@glasshouse/ui/Tooltip'
import { useFormatters } from '../formatters.ts'
import { showQuantity } from './quantities.ts'

/** A coin quantity that fits into a narrow place; the full figure on hover or tap, and for screen readers. */
export function QuantityText({
  units,
  digits,
  unit,
}: {
  /** Coins in units of 1e-8. */
  units: bigint
  /** Decimals of the market, from `quantityDigits`. */
  digits: number
  /** The coin's name, where it is not said beside the figure. */
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
