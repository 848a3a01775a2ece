import { randomHex } from '@glasshouse/client/randomHex'

const storageKey = 'glasshouse.device'

let known: string | null = null

/** 128 random bits in hex that name this browser at sign-in; kept across sign-outs, and for the page where nothing is. */
export const deviceId = (): string => {
  known ??= localStorage.getItem(storageKey)
  if (known === null) {
    known = randomHex()
    localStorage.setItem(storageKey, known)
  }
  return known
}
