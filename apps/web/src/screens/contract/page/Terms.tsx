import type { Market } from '@glasshouse/core/markets/codec'
import { useFormatters } from '../../../components/formatters.ts'
import { Stat } from '../../../components/market/MarketHeader.tsx'
import { baseOf } from '../../../components/market/market.ts'
import { QuantityText } from '../../../components/market/QuantityText.tsx'
import { volumeDigits } from '../../../components/market/quantities.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

/** Contract terms of a market: volume, lot size and fee. */
export function Terms({ market }: { market: Market }) {
  const { t } = useTranslation('market')
  const figures = useFormatters()
  const coin = baseOf(market.symbol)
  return (
    <>
      <Stat label={t('strip.volume')} extra>
        <QuantityText units={market.volume} digits={volumeDigits(market.lot)} unit={coin} />
      </Stat>
      <Stat label={t('strip.lot')} extra>
        {figures.plain(figures.trimmed(market.lot))} {coin}
      </Stat>
      <Stat label={t('strip.fee')} extra>
        {figures.feeRate(market.feeRatePpm)}
      </Stat>
    </>
  )
}
