import type { Market } from '@glasshouse/core/markets/codec'
import { EvidenceButton } from '@glasshouse/ui/EvidenceButton'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePrice, useQuote } from '../../data/quotes.ts'
import { useAge } from '../../data/time.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { lazyAfterChart } from '../chart/chartReady.ts'
import { useFormatters } from '../formatters.ts'
import { LiveChange } from '../LiveChange.tsx'
import styles from './MarketHeader.module.css'
import { SymbolPicker } from './SymbolPicker.tsx'
import { useAgeText } from './useAgeText.ts'

const MarketActions = lazyAfterChart(() => import('./MarketActions.tsx'))
const Evidence = lazy(() => import('../receipt/Evidence.tsx'))

/** Last price with its direction; greyed when stale, dashed when offline. */
export function LastPrice({ market }: { market: Market }) {
  const figures = useFormatters()
  const quote = useQuote(market.symbol)
  const direction = quote.value?.direction ?? 'none'
  const moving = quote.state === 'live'
  const priceClass = moving
    ? direction === 'none'
      ? undefined
      : styles[direction]
    : quote.state === 'down'
      ? styles.cut
      : styles.still
  return (
    <span className={`${styles.last} ${priceClass ?? ''}`} data-testid="last-price">
      {direction !== 'none' && <span className={styles.arrow}>{direction === 'up' ? '▲' : '▼'}</span>}
      {figures.price(quote.value?.price ?? market.price, market.scale)}
    </span>
  )
}

/** Status of the market data, with its age. */
export function FeedStatus({ symbol }: { symbol: string }) {
  const { t } = useTranslation('market')
  const quote = useQuote(symbol)
  const age = useAgeText(useAge(quote.heardAt))
  if (quote.state === 'down')
    return <span className={`${styles.state} ${styles.cutOff}`}>{t('strip.down')}</span>
  if (quote.state === 'loading') return <span className={styles.state}>{t('strip.loading')}</span>
  if (quote.state === 'stale')
    return <span className={`${styles.state} ${styles.stale}`}>{t('strip.stale', { age })}</span>
  return <span className={`${styles.state} ${styles.live}`}>{t('strip.live', { age })}</span>
}

/** Button with the sequence number of the newest tick, or only the evidence icon. Opens the evidence of the price. */
export function TickBadge({ market, bare = false }: { market: Market; bare?: boolean }) {
  const { t } = useTranslation('market')
  const figures = useFormatters()
  const quote = useQuote(market.symbol).value
  const [openTick, setOpenTick] = useState<number | null>(null)
  if (!quote || quote.n === null || quote.time === null) return null
  const { n, time } = quote
  return (
    <span className={styles.tick}>
      <EvidenceButton
        quiet
        label={t('strip.evidence')}
        size={bare ? 16 : 11}
        onClick={() => setOpenTick(time)}
      >
        {!bare && t('strip.tick', { n: figures.whole(n) })}
      </EvidenceButton>
      {openTick !== null && (
        <Suspense fallback={null}>
          <Evidence market={market} time={openTick} onClose={() => setOpenTick(null)} />
        </Suspense>
      )}
    </span>
  )
}

/** High or low of the day. A tick beyond the loaded value updates it at once. */
export function DayExtreme({ market, side }: { market: Market; side: 'high' | 'low' }) {
  const figures = useFormatters()
  const [now, known] = [usePrice(market), market[side]]
  const beyond = side === 'high' ? now > known : now < known
  return figures.price(beyond ? now : known, market.scale)
}

/** Labelled figure of the market. An `extra` one is hidden on narrow pages. */
export function Stat({ label, extra, children }: { label: string; extra?: boolean; children: ReactNode }) {
  return (
    <div className={`${styles.fact} ${extra ? styles.extra : ''}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Header of a market page: symbol, price, day statistics, page-specific figures, and data status. */
export function MarketHeader({
  market,
  markets,
  onPick,
  children,
}: {
  market: Market
  markets: readonly Market[]
  onPick: (symbol: string) => void
  /** Additional figures. */
  children?: ReactNode
}) {
  const { t } = useTranslation('market')
  const signedIn = useSession() !== null
  return (
    <header className={styles.strip}>
      <h1 className="sr-only">{market.symbol}</h1>
      <SymbolPicker market={market} markets={markets} onPick={onPick} />
      <Suspense
        fallback={
          <>
            <span className={styles.action} />
            {signedIn && <span className={styles.action} />}
          </>
        }
      >
        <MarketActions market={market} />
      </Suspense>
      <LastPrice market={market} />
      <span className={styles.rule} />
      <dl className={styles.facts}>
        <Stat label={t('strip.change')}>
          <LiveChange market={market} />
        </Stat>
        <Stat label={t('strip.high')}>
          <DayExtreme market={market} side="high" />
        </Stat>
        <Stat label={t('strip.low')}>
          <DayExtreme market={market} side="low" />
        </Stat>
        {children}
      </dl>
      <span className={styles.space} />
      <FeedStatus symbol={market.symbol} />
      <TickBadge market={market} />
    </header>
  )
}
