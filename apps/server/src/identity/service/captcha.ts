import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/index.ts'
import { randomDigits, randomToken } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { consumeCaptcha } from '../store/captchas.ts'

type Deps = Pick<Platform, 'clock' | 'secrets'>

const algorithm = 'PBKDF2/SHA-256'
/** Rounds of one attempt, and the fewest attempts; up to 999 more are drawn. About half a second of one core. */
const cost = 2000
const fewestAttempts = 300
const lifeMs = 10 * 60_000

const keysOf = ({ secrets }: Deps) => {
  const key = secrets.keyFor('captcha').toString('hex')
  return { hmacSignatureSecret: key, hmacKeySignatureSecret: `${key} derived` }
}

/** A challenge that costs the device some work and its user nothing: no picture to read, no sound to hear. */
export const createCaptcha = async (deps: Deps) => {
  const id = randomToken(12)
  const expires = deps.clock.now() + lifeMs
  const { parameters, signature = '' } = await createChallenge({
    algorithm,
    cost,
    counter: fewestAttempts + Number.parseInt(randomDigits(3), 10),
    deriveKey,
    // The library reads the machine's clock for its own expiry; here all times come from the platform's clock.
    data: { id, expires },
    ...keysOf(deps),
  })
  return { id, expires, challenge: { parameters: { ...parameters, data: { id, expires } }, signature } }
}

const answerSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(algorithm),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(cost),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.strictObject({ id: z.string(), expires: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

const readAnswer = (text: string) => {
  try {
    return answerSchema.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/** Tells whether a text solves a captcha of this house that has neither run out nor been used, and uses it. */
export const verifyCaptcha = async (deps: Deps, db: Db | Tx, text: string | undefined): Promise<boolean> => {
  const answer = readAnswer(text ?? '')
  if (answer === null) return false
  const { id, expires } = answer.challenge.parameters.data
  if (expires <= deps.clock.now()) return false
  const { verified } = await verifySolution({ ...answer, deriveKey, ...keysOf(deps) })
  return verified && consumeCaptcha(db, id, expires)
}
