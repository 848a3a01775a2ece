import { lazy, Suspense } from 'react'
import type { useMarkets } from '../../data/quotes.ts'
import styles from './TrustStrip.module.css'

const TrustStrip = lazy(() => import('./TrustStrip.tsx'))

/** The strip of figures, loaded behind what is above it; its place is kept free. */
export function LedgerFigures({ markets }: { markets: ReturnType<typeof useMarkets> }) {
  return (
    <div className={styles.waiting}>
      <Suspense fallback={null}>
        <TrustStrip symbols={markets.data?.map(({ symbol }) => symbol) ?? []} />
      </Suspense>
    </div>
  )
}
