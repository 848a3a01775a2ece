/** What tests and tools use of this module besides its public API. */
export type { AttemptPolicy } from './service/attempts.ts'
export { relyingPartyOf } from './service/principal.ts'
export { passkeyChallengeTtlMs } from './service/webauthn.ts'
