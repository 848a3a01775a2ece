import { type ReactNode, Suspense } from 'react'
import { useChartReady } from './chartReady.ts'

/**
 * Renders `children` after the chart has drawn its first candle, so that they do not delay it. Until then
 * `meanwhile` reserves their space.
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
