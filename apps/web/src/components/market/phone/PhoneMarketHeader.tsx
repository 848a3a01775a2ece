import type { Market } from '@glasshouse/core/markets/codec'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { Icon } from '@glasshouse/ui/Icon'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { AlertButton } from '../../alerts/AlertButton.tsx'
import { LiveChange } from '../../LiveChange.tsx'
import { PhoneHead } from '../../page/PhoneHead.tsx'
import { DayExtreme, FeedStatus, LastPrice, TickBadge } from '../MarketHeader.tsx'
import { PriceTitle } from '../PriceTitle.tsx'
import { QuantityText } from '../QuantityText.tsx'
import { volumeDigits } from '../quantities.ts'
import styles from './PhoneMarketHeader.module.css'
import { type Kind, ProductSwitch } from './ProductSwitch.tsx'

const MarketSheet = lazy(() => import('./MarketSheet.tsx'))

type Subject = {
  market: Market
  markets: readonly Market[]
  onPick: (symbol: string) => void
}

/** Symbol in the title row; opens the market sheet. */
function MarketButton({ market, markets, onPick }: Subject) {
  const { t } = useTranslation('market')
  const [open, setOpen] = useState(false)
  return (
    <>
      <h1 className="sr-only">{market.symbol}</h1>
      <button
        type="button"
        className={styles.symbol}
        aria-haspopup="dialog"
        aria-label={t('strip.pick', { symbol: market.symbol })}
        onClick={() => setOpen(true)}
      >
        <CoinIcon code={market.symbol} size={24} />
        {market.symbol}
        <Icon name="down" size={14} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <MarketSheet
            market={market}
            markets={markets}
            onPick={(symbol) => {
              setOpen(false)
              onPick(symbol)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Price and day statistics. */
function PriceBlock({ market }: { market: Market }) {
  const { t } = useTranslation('chart')
  return (
    <div className={styles.quote}>
      <div className={styles.now}>
        <LastPrice market={market} />
        <span className={styles.state}>
          <LiveChange market={market} />
          <FeedStatus symbol={market.symbol} />
        </span>
      </div>
      <dl className={styles.day}>
        <dt>{t('highLong')}</dt>
        <dd>
          <DayExtreme market={market} side="high" />
        </dd>
        <dt>{t('lowLong')}</dt>
        <dd>
          <DayExtreme market={market} side="low" />
        </dd>
        <dt>{t('volumeLong')}</dt>
        <dd>
          <QuantityText units={market.volume} digits={volumeDigits(market.lot)} />
        </dd>
      </dl>
    </div>
  )
}

/** Header of a phone trading page: product kind, market and price; `lean` in one row, above a raised sheet. */
export function PhoneMarketHeader({
  kind,
  back,
  lean = false,
  ...subject
}: Subject & { kind?: Kind; back?: string; lean?: boolean }) {
  const { market } = subject
  if (lean)
    return (
      <header className={styles.top} data-lean="">
        <PriceTitle market={market} />
        {kind && <ProductSwitch kind={kind} symbol={market.symbol} />}
        <PhoneHead
          title={
            <span className={styles.line}>
              <MarketButton {...subject} />
              <LastPrice market={market} />
            </span>
          }
        />
      </header>
    )
  return (
    <header className={styles.top}>
      <PriceTitle market={market} />
      {kind && <ProductSwitch kind={kind} symbol={market.symbol} />}
      <PhoneHead title={<MarketButton {...subject} />} {...(back === undefined ? {} : { back })}>
        {/* The narrow row with a back button has no space for it. */}
        {back === undefined && <AlertButton market={market} />}
        <TickBadge market={market} bare />
      </PhoneHead>
      <PriceBlock market={market} />
    </header>
  )
}
