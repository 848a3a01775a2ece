import { feeRateOf } from '@glasshouse/core/markets/feeRate'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { quantity } from '@glasshouse/core/money/units'
import { useFormatters } from '../../components/formatters.ts'
import { Stat } from '../../components/market/MarketHeader.tsx'
import { baseOf } from '../../components/market/market.ts'
import { QuantityText } from '../../components/market/QuantityText.tsx'
import { volumeDigits } from '../../components/market/quantities.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Contract terms of a market: volume, lot size and fee. */
export function Terms({ market }: { market: MarketRow }) {
  const { t } = useTranslation('market')
  const figures = useFormatters()
  const coin = baseOf(market.procode)
  return (
    <>
      <Stat label={t('strip.volume')} extra>
        <QuantityText units={quantity(market.volume)} digits={volumeDigits(market.lot)} unit={coin} />
      </Stat>
      <Stat label={t('strip.lot')} extra>
        {figures.plain(market.lot)} {coin}
      </Stat>
      <Stat label={t('strip.fee')} extra>
        {figures.feeRate(feeRateOf(market.fee))}
      </Stat>
    </>
  )
}
