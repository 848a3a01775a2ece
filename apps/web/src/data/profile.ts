import type { PollOptions } from '@glasshouse/client/react/queries'
import { profileFromWire } from '@glasshouse/core/identity/profile/codec'
import { useDecodedCall } from './query.ts'

/** The signed-in customer: profile, protections and the balances of the wallets. */
export const useProfile = (watch: PollOptions = {}) =>
  useDecodedCall('/api/user/getuserinfo', {}, profileFromWire, watch)
