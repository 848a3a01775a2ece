export { freshBytes, randomDigits, randomToken, sameSecret, sha256, traceId } from './random.ts'
export {
  openSecrets,
  resealCheck,
  resealColumn,
  type SealedColumn,
  type Secrets,
  secretsFrom,
} from './secret.ts'
export { createSignedLink, verifySignedLink } from './signedLinks.ts'
