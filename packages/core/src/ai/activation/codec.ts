/** Wire forms of activations of AI ordering. */
import type { DataOf } from '../../calls.ts'
import { type ActivationState, activation, activationStates } from '../rules.ts'

/** Days of AI ordering that staff activate for a customer. */
export type ActivateCommand = { readonly uid: number; readonly days: number }

/**
 * State of an activation by its number on the wire.
 *
 * @throws RangeError a number that no activation has
 */
export const activationFromWire = (status: number): ActivationState => {
  const state = activationStates.find((known) => activation[known] === status)
  if (state === undefined) throw new RangeError(`an activation has no state ${status}`)
  return state
}

/** An activation code, and what became of it. */
export type ClaimedCode = { readonly code: string; readonly state: ActivationState }

/** Formats a claimed code for `/api/ai/obtainAI`. */
export const claimedCodeToWire = ({ code, state }: ClaimedCode): DataOf<'/api/ai/obtainAI'> => ({
  activecode: code,
  activecodestatus: activation[state],
})

/** A code that staff activated. */
export type ActivatedCode = ClaimedCode & {
  /** Until when it is active, by the business calendar. */
  readonly untilMs: number
}

/** Formats an activated code for `/staff/api/aiActivate`. */
export const activatedCodeToWire = (activated: ActivatedCode): DataOf<'/staff/api/aiActivate'> => ({
  ...claimedCodeToWire(activated),
  until: activated.untilMs,
})

/** State of an activation, for the audit log. */
export const activationToAudit = ({
  state,
  untilMs,
}: {
  readonly state: ActivationState
  readonly untilMs: number | null
}) => ({ activecodestatus: activation[state], until: untilMs })

/** Access of a customer to AI ordering, as staff see it. */
export type AiAccess = ClaimedCode & {
  /** Until when it is or was active, by the business calendar; null before the first activation. */
  readonly untilMs: number | null
}

type RawAiAccess = Pick<
  DataOf<'/staff/api/userDetail'>['profile'],
  'activecode' | 'activecodestatus' | 'activeuntil'
>

/** Formats access for `/staff/api/userDetail`. */
export const aiAccessToWire = ({ untilMs, ...claimed }: AiAccess): RawAiAccess => ({
  ...claimedCodeToWire(claimed),
  activeuntil: untilMs,
})

/** Parses access that the server returned to staff; throws as `activationFromWire`. */
export const aiAccessFromWire = (profile: RawAiAccess): AiAccess => ({
  code: profile.activecode,
  state: activationFromWire(profile.activecodestatus),
  untilMs: profile.activeuntil,
})
