import { type ReactNode, Suspense } from 'react'
import { useChartReady } from './chartReady.ts'

/**
 * What has its place at once and comes when the first candle is drawn, so that it does not delay it; until it is
 * there, its place holds `meanwhile`.
 */
export function WhenChartReady({
  children,
  meanwhile = null,
}: {
  children: ReactNode
  meanwhile?: ReactNode
}) {
  return useChartReady() ? <Suspense fallback={meanwhile}>{children}</Suspense> : meanwhile
}
