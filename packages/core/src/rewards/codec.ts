/** Wire forms of rewards. */
import type { BodyOf } from '../calls.ts'
import type { TaskId } from './rules.ts'

const totalStates = { 1: 'claimable', 2: 'claimed' } as const
export type TotalState = 'locked' | 'claimable' | 'claimed'

/** State of a reward for a number of signed-in days by its wire status. */
export const totalState = (status: number | null): TotalState =>
  status === null ? 'locked' : (totalStates[status as 1 | 2] ?? 'locked')

/** A task that a customer hands in. */
export type SubmitTaskCommand = {
  readonly task: TaskId
  /** Address of a picture of the customer; null without one. */
  readonly picture: string | null
}

/** Parses the request of `/api/task/submit`. */
export const submitTaskFromWire = ({ id, url }: BodyOf<'/api/task/submit'>): SubmitTaskCommand => ({
  task: id,
  picture: url ?? null,
})
