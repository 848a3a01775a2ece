import { lazy, Suspense } from 'react'
import { RiskGate } from '../../components/risk/RiskGate.tsx'
import type { ConfirmOrderProps } from './ConfirmOrder.tsx'

const ConfirmOrder = lazy(() => import('./ConfirmOrder.tsx'))

/** Steps before an order is sent: the confirmation, and the risk check if required. */
export function Asking(props: ConfirmOrderProps) {
  const { command, isAsking } = props.ticket
  return (
    <>
      <RiskGate error={command.error} onPassed={command.forget} />
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmOrder {...props} />
        </Suspense>
      )}
    </>
  )
}
