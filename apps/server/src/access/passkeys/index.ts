export {
  passkeyOptions,
  startPasskey,
  storePasskey,
  verifyCreatedPasskey,
  verifyPasskey,
  wrongPasskey,
} from './service/passkeys.ts'
export type { VerifiedPasskey } from './service/webauthn.ts'
export {
  countPasskeys,
  deletePasskeys,
  listPasskeyRows,
  type PasskeyCeremony,
  purgePasskeyChallenges,
} from './store.ts'
