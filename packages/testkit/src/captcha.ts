import { pbkdf2Sync } from 'node:crypto'

type Challenge = {
  readonly parameters: {
    readonly nonce: string
    readonly salt: string
    readonly cost: number
    readonly keyLength: number
    readonly keyPrefix: string
  }
  readonly signature: string
}

/**
 * Solves a captcha as a page would, worked out here and not by the product: counts up until the derived key
 * begins as the challenge wants it. Returns what goes into the field `code`.
 */
export const solveCaptcha = ({ challenge }: { readonly challenge: Challenge }): string => {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  for (let counter = 0; counter < 100_000; counter += 1) {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter)
    const password = Buffer.concat([Buffer.from(nonce, 'hex'), number])
    const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex')
    if (key.startsWith(keyPrefix))
      return Buffer.from(JSON.stringify({ challenge, solution: { counter, derivedKey: key } })).toString(
        'base64',
      )
  }
  throw new Error('the captcha has no solution')
}
