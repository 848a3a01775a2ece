import { parseDecimal } from '@glasshouse/core/money/units'
import { useFormatters } from '../formatters.ts'

/** Formats a share of one with up to four decimals as a percentage; a dash where it is not told. */
export const usePercent = (): ((share: string | null) => string) => {
  const figures = useFormatters()
  return (share) => {
    const hundredths = share === null ? null : parseDecimal(share, 4)
    return hundredths === null ? '—' : figures.percent(hundredths)
  }
}
