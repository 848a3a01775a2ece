import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The smallest part of CBOR (RFC 8949) that attestations and COSE keys need. */
type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>

const cborHead = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

const encodeCbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one)])
  return Buffer.concat([cborHead(5, value.size), ...entries])
}

/** An ES256 public key as COSE (RFC 9053). */
const coseKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return encodeCbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest()

const flags = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, hasCredential: 64 }

/** What an authenticator or its browser can be made to get wrong. */
export type AuthenticatorFault = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly isUserVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
}

type Options = { readonly challenge: string; readonly [name: string]: unknown }
const textAt = (value: unknown, name: string): string =>
  typeof value === 'object' && value !== null && name in value
    ? String((value as Record<string, unknown>)[name])
    : ''

/**
 * A software authenticator with one passkey and its browser: answers the options of the server as JSON, correctly or
 * with a fault. It counts its signatures; `counts: false` makes it like synced passkeys, which stay at 0.
 */
export const createAuthenticator = (
  site: { readonly origin: string; readonly rpId: string },
  counts = true,
) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, fault: AuthenticatorFault): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? site.origin,
        crossOrigin: fault.crossOrigin ?? false,
      }),
    )
  const authenticatorData = (fault: AuthenticatorFault, attested: Buffer | null): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(fault.counter ?? counter)
    const bits =
      flags.userPresent +
      (fault.isUserVerified === false ? 0 : flags.userVerified) +
      (counts ? 0 : flags.backupEligible + flags.backedUp) +
      (attested === null ? 0 : flags.hasCredential)
    return Buffer.concat([
      sha256(fault.rpId ?? site.rpId),
      Buffer.from([bits]),
      count,
      attested ?? Buffer.alloc(0),
    ])
  }

  return {
    id,
    /** Answers the options for creating a passkey. */
    create: (options: Options, fault: AuthenticatorFault = {}): string => {
      userHandle = textAt(options.user, 'id')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(fault, attested)],
      ])
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, fault).toString('base64url'),
          attestationObject: encodeCbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      })
    },
    /** Answers the options for using the passkey. */
    get: (options: Options, fault: AuthenticatorFault = {}): string => {
      if (counts) counter += 1
      const client = clientData('webauthn.get', options.challenge, fault)
      const data = authenticatorData(fault, null)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: fault.userHandle ?? userHandle,
        },
      })
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
