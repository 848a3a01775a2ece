import type { Market } from '@glasshouse/core/markets/codec'
import { PracticeBadge } from '@glasshouse/ui/PracticeBadge'
import { lazy, Suspense } from 'react'
import { useMarkets } from '../../../data/quotes.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { isPractice } from '../../../mode.ts'
import { LastPrice } from '../../market/MarketHeader.tsx'
import type { Canvas } from '../chartCanvas.ts'
import type { Preferences } from '../preferences.ts'
import { useStudies } from '../studies/useStudies.ts'
import { ChartMenu } from './ChartMenu.tsx'
import { ComparedMarket } from './ComparedMarket.tsx'
import { NowButton } from './NowButton.tsx'
import styles from './Stage.module.css'

const StudiesDialog = lazy(() => import('../studies/StudiesDialog.tsx'))

/** Market and price in full screen, where the header of the page is covered. */
function FullScreenHead({ market }: { market: Market }) {
  const { t } = useTranslation('shell')
  return (
    <div className={styles.head}>
      <b>{market.symbol}</b>
      <LastPrice market={market} />
      {isPractice && <PracticeBadge text={t('practice.badge')} explanation={t('practice.explanation')} />}
    </div>
  )
}

/** What the chart offers beyond its candles: indicators, comparison, menu at a price, return to now. Loaded after it. */
export default function StageExtras({
  canvas,
  market,
  preferences,
  change,
  isFull,
  isPhone,
  isDialogOpen,
  onDialogClose,
}: {
  canvas: Canvas
  market: Market
  preferences: Preferences
  change: (part: Partial<Preferences>) => void
  /** The chart fills the screen. */
  isFull: boolean
  isPhone: boolean
  /** The dialog of indicators and scale is open. */
  isDialogOpen: boolean
  onDialogClose: () => void
}) {
  const [settings, setSettings] = useStudies(canvas)
  const others = (useMarkets().data ?? []).filter(({ pid }) => pid !== market.pid)
  const compared = others.find(({ symbol }) => symbol === settings.compare)
  return (
    <>
      {isFull && <FullScreenHead market={market} />}
      {compared && <ComparedMarket canvas={canvas} market={compared} interval={preferences.interval} />}
      <NowButton canvas={canvas} />
      <ChartMenu canvas={canvas} market={market} />
      {isDialogOpen && (
        <Suspense fallback={null}>
          <StudiesDialog
            settings={settings}
            onChange={setSettings}
            preferences={preferences}
            change={change}
            symbols={others.map(({ symbol }) => symbol)}
            isSheet={isPhone}
            onClose={onDialogClose}
          />
        </Suspense>
      )}
    </>
  )
}
