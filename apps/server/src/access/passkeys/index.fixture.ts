/** What tests and tools use of this module besides its public API. */
export { passkeyChallengeTtlMs } from './service/webauthn.ts'
