import { lazy, Suspense } from 'react'
import { useStepUpRequest } from '../../data/useStepUpRequest.ts'

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx'))

/** Opens the dialog whenever a call waits for the customer's confirmation. */
export function StepUp() {
  const request = useStepUpRequest()
  if (request === null) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog request={request} />
    </Suspense>
  )
}
