import { lazy, Suspense } from 'react'
import { RiskGate } from '../../components/risk/RiskGate.tsx'
import type { ConfirmOrderProps } from './ConfirmOrder.tsx'

const ConfirmOrder = lazy(() => import('./ConfirmOrder.tsx'))

/** What stands between the button of the ticket and the order: the confirmation, and the risk check where one is due. */
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
