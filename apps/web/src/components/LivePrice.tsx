import type { Market } from '@glasshouse/core/markets/codec'
import { formatPrice } from '@glasshouse/core/money/units'
import { NumberText } from '@glasshouse/ui/NumberText'
import { useQuote } from '../data/quotes.ts'
import { useAge } from '../data/time.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useFormatters } from './formatters.ts'

/** Live price of a market. With `explain`, a stale or offline price is labelled. */
export function LivePrice({
  market,
  flash = true,
  explain = false,
}: {
  market: Market
  flash?: boolean
  explain?: boolean
}) {
  const { t } = useTranslation()
  const figures = useFormatters()
  const quote = useQuote(market.symbol)
  const age = useAge(quote.state === 'stale' ? quote.heardAt : null, 1000)
  const price = quote.value?.price ?? market.price
  const seconds = age === null ? '' : figures.whole(Math.floor(age / 1000))
  return (
    <NumberText
      value={formatPrice(price)}
      text={figures.price(price, market.scale)}
      flash={flash}
      stale={quote.state === 'stale' ? (explain ? t('stream.age', { seconds }) : '') : undefined}
      offline={quote.state === 'down' ? (explain ? t('stream.reconnecting') : '') : undefined}
    />
  )
}
