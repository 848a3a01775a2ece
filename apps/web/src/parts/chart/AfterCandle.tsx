import { type ReactNode, Suspense } from 'react'
import { useFirstCandle } from './firstCandle.ts'

/** What has its place at once and comes when the first candle is drawn, so that it does not delay it. */
export function AfterCandle({ children }: { children: ReactNode }) {
  return useFirstCandle() && <Suspense fallback={null}>{children}</Suspense>
}
