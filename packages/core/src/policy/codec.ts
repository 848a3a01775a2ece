/** Wire form of the policy. */
import type { DataOf } from '../calls.ts'
import type { Policy } from './policy.ts'

/** Formats the policy of a region with its countries for `/api/common/policy`. */
export const policyToWire = (
  { liquidationMarginLevelPercent, ...policy }: Policy,
  countries: readonly string[],
): DataOf<'/api/common/policy'>['policies'][number] => ({
  ...policy,
  closeOutPercent: liquidationMarginLevelPercent,
  countries: [...countries],
})
