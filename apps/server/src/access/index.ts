export { type AttemptResult, attemptKey, throttleAttempts, tooManyAttempts } from './service/attempts.ts'
export {
  passkeyOptions,
  startPasskey,
  storePasskey,
  verifyCreatedPasskey,
  verifyPasskey,
  wrongPasskey,
} from './service/passkeys.ts'
export { hashPassword, verifyPassword } from './service/password.ts'
export { assertPasswordAllowed } from './service/passwordPolicy.ts'
export type { PrincipalKind } from './service/principal.ts'
export { issueSession, storedUserAgent } from './service/sessions.ts'
export { consumeTotpCode, createTotp, findConfirmedTotp, sealedTotpColumn } from './service/totp.ts'
export type { VerifiedPasskey } from './service/webauthn.ts'
export { deleteAttempts, deleteStaleAttempts, incrementAttempts, listAttempts } from './store/attempts.ts'
export {
  countPasskeys,
  deletePasskeys,
  listPasskeyRows,
  type PasskeyCeremony,
  purgePasskeyChallenges,
} from './store/passkeys.ts'
export { updateLastUsed, updateSessionEnded, updateSessionsEnded } from './store/sessions.ts'
export { deleteTotp, findTotp, type StoredTotp, updateTotpConfirmed } from './store/totp.ts'
