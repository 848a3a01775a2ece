const storageKey = 'glasshouse.device'

const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

let known: string | null = null

/** 128 random bits in hex that name this browser at sign-in; kept across sign-outs, and for the page where nothing is. */
export const deviceId = (): string => {
  known ??= localStorage.getItem(storageKey)
  if (known === null) {
    known = randomId()
    localStorage.setItem(storageKey, known)
  }
  return known
}
