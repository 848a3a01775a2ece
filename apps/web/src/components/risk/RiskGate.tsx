import type { ApiError } from '@glasshouse/client/http'
import { lazy, Suspense, useState } from 'react'
import { requiredRiskProduct } from './answers.ts'

const RiskCheck = lazy(() => import('./RiskCheck.tsx'))

/** Opens the risk check after an order was rejected for it. The order is not sent again automatically. */
export function RiskGate({ error, onPassed }: { error: ApiError | null; onPassed: () => void }) {
  const [closed, setClosed] = useState<ApiError | null>(null)
  const product = requiredRiskProduct(error)
  if (product === null || closed === error) return null
  return (
    <Suspense fallback={null}>
      <RiskCheck product={product} forOrder onClose={() => setClosed(error)} onPassed={onPassed} />
    </Suspense>
  )
}
