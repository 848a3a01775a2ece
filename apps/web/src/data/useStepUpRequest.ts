import { useSyncExternalStore } from 'react'
import { onStepUpChange, type StepUpRequest, waitingStepUp } from './stepUp.ts'

/** What waits for the customer's confirmation; null while nothing does. */
export const useStepUpRequest = (): StepUpRequest | null =>
  useSyncExternalStore(onStepUpChange, waitingStepUp)
