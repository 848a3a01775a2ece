import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { RelyingParty } from '../../principal/index.ts'

/** Loaded when a passkey is first asked for: its certificate parsers take 7 MB. */
const library = () => import('@simplewebauthn/server')

/** How long a challenge can be answered, by the wall clock; milliseconds. */
export const passkeyChallengeTtlMs = 5 * 60_000

/** EdDSA, ES256 and RS256: what authenticators have. */
const algorithms = [-8, -7, -257]

/** A passkey as it is stored and used. */
export type StoredPasskey = {
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
}

export type PasskeyOwner = {
  /** Opaque and stable; says nothing of the account. */
  readonly handle: Uint8Array<ArrayBuffer>
  readonly name: string
}

/** Options with which a browser creates a passkey; none of an authenticator that has one of the owner already. */
export const passkeyCreationOptions = async (
  { id }: RelyingParty,
  { handle, name }: PasskeyOwner,
  existing: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
) =>
  (await library()).generateRegistrationOptions({
    rpName: 'Glasshouse',
    rpID: id,
    userID: handle,
    userName: name,
    timeout: passkeyChallengeTtlMs,
    attestationType: 'none',
    excludeCredentials: existing.map((one) => ({ id: one.credentialId, transports: [...one.transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })

/** Options with which a browser uses a passkey: one of these, or any it knows for this site. */
export const passkeyRequestOptions = async (
  { id }: RelyingParty,
  allowed: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
) =>
  (await library()).generateAuthenticationOptions({
    rpID: id,
    timeout: passkeyChallengeTtlMs,
    userVerification: 'required',
    ...(allowed.length === 0
      ? {}
      : {
          allowCredentials: allowed.map((one) => ({ id: one.credentialId, transports: [...one.transports] })),
        }),
  })

const credentialShape = z.object({
  id: z.string().min(1).max(1400),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}).default({}),
})
const clientDataShape = z.looseObject({ challenge: z.string(), crossOrigin: z.boolean().optional() })

/** What a browser answered to a challenge. */
export type PasskeyAnswer = {
  readonly credentialId: string
  readonly challenge: string
  /** The opaque handle of its owner; null where the authenticator does not send it. */
  readonly userHandle: string | null
  readonly credential: unknown
}

/** Reads an answer; null for one that is malformed or comes from a frame of another site. */
export const readPasskeyAnswer = (text: string): PasskeyAnswer | null => {
  try {
    const credential = credentialShape.parse(JSON.parse(text))
    const { clientDataJSON, userHandle } = credential.response
    const client = clientDataShape.parse(
      JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')),
    )
    if (client.crossOrigin === true) return null
    return {
      credentialId: credential.id,
      challenge: client.challenge,
      userHandle: typeof userHandle === 'string' && userHandle !== '' ? userHandle : null,
      credential,
    }
  } catch {
    return null
  }
}

/** What is known of a passkey after its owner created or used it. */
export type VerifiedPasskey = StoredPasskey & {
  readonly isMultiDevice: boolean
  readonly isBackedUp: boolean
}

/** Verifies that an answer creates a passkey for its own challenge here, with its user verified; null when it does not. */
export const verifyNewPasskey = async (
  { id, origin }: RelyingParty,
  { challenge, credential }: PasskeyAnswer,
): Promise<VerifiedPasskey | null> => {
  const { verifyRegistrationResponse } = await library()
  const result = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (result === null || !result.verified) return null
  const { credential: made, credentialDeviceType, credentialBackedUp } = result.registrationInfo
  return {
    credentialId: made.id,
    publicKey: made.publicKey,
    counter: made.counter,
    transports: (made.transports ?? []).filter((one) => /^[a-z-]{1,16}$/.test(one)).slice(0, 8),
    isMultiDevice: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  }
}

/**
 * Verifies that an answer was signed by a passkey for its own challenge here, with its user verified and a counter above
 * the last one; null when it was not. The caller spends the challenge and stores the counter.
 */
export const verifyPasskeyUse = async (
  { id, origin }: RelyingParty,
  { challenge, credential }: PasskeyAnswer,
  stored: StoredPasskey,
): Promise<Pick<VerifiedPasskey, 'counter' | 'isBackedUp'> | null> => {
  const { verifyAuthenticationResponse } = await library()
  const result = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: { id: stored.credentialId, publicKey: stored.publicKey, counter: stored.counter },
  }).catch(() => null)
  if (result === null || !result.verified) return null
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  return { counter: newCounter, isBackedUp: credentialBackedUp }
}
