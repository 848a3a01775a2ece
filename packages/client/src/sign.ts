const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The browser's cryptography; absent in pages served without TLS from another host than localhost. */
const platform = (): typeof globalThis.crypto.subtle | undefined => globalThis.crypto?.subtle

/** The same in JavaScript, loaded only by pages that need it. */
const inScript = async () => {
  const [{ sha256 }, { hmac }] = await Promise.all([
    import('@noble/hashes/sha2.js'),
    import('@noble/hashes/hmac.js'),
  ])
  return { sha256, hmac: (key: Uint8Array, text: Uint8Array) => hmac(sha256, key, text) }
}

/** SHA-256 of a text in lower-case hex. */
export const sha256Hex = async (text: string): Promise<string> => {
  const bytes = bytesOf(text)
  const subtle = platform()
  return hex(
    subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : (await inScript()).sha256(bytes),
  )
}

/** HMAC-SHA256 of a text under a key, in lower-case hex. */
export const hmacHex = async (key: string, text: string): Promise<string> => {
  const subtle = platform()
  if (!subtle) return hex((await inScript()).hmac(bytesOf(key), bytesOf(text)))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await subtle.importKey('raw', bytesOf(key), algorithm, false, ['sign'])
  return hex(new Uint8Array(await subtle.sign('HMAC', imported, bytesOf(text))))
}

/** Signing key of requests without a session. */
export const visitorKey = 'visitor'

/**
 * The `Sign` header of a request: HMAC-SHA256 under the session token (or `visitor`) over the time, the path and the
 * hash of the raw body, each on a separate line.
 *
 * @example await signRequest('visitor', 1700000000000, '/api/market/kList', 'lang=en')
 */
export const signRequest = async (key: string, time: number, path: string, body: string): Promise<string> =>
  hmacHex(key, `${time}\n${path}\n${await sha256Hex(body)}`)
