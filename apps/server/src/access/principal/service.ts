import type { SessionPolicy } from '@glasshouse/core/access/sessions'
import type { Settings } from '../../platform/settings/index.ts'
import type { PrincipalTables } from './schema.ts'

/** Where passkeys are valid: the domain they belong to, and the origin of the pages that use them. */
export type RelyingParty = { readonly id: string; readonly origin: string }

/** In what the sign-in of one kind of principal, customers or staff, differs from that of the other. */
export type PrincipalKind = {
  readonly tables: PrincipalTables
  readonly sessions: SessionPolicy
  /** Stored as the cause of an end by the principal; any other cause is an end from elsewhere. */
  readonly endedBySelf: string
  /** What the secrets of authenticator apps are encrypted for. */
  readonly totpPurposeOf: (ownerId: number | string) => string
  /** Purpose of the key that derives the opaque handles in authenticators. */
  readonly passkeyHandleKey: string
  /** Origin of the pages on which the principal signs in, without a trailing slash. */
  readonly originOf: (settings: Settings) => string
}

/** Relying party of the passkeys of a kind of principal. */
export const relyingPartyOf = ({ originOf }: PrincipalKind, settings: Settings): RelyingParty => {
  const origin = originOf(settings)
  return { id: new URL(origin).hostname, origin }
}
