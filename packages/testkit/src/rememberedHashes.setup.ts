import { createRequire } from 'node:module'

type Strength = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number }
type Argon2 = {
  readonly hash: (password: string, strength: Strength) => Promise<string>
  readonly verify: (kept: string, password: string) => Promise<boolean>
}

const server = new URL('../../../apps/server/src/access/passwords/service/password.ts', import.meta.url)
const argon2: Argon2 = createRequire(server)('@node-rs/argon2')

const hashes = new Map<string, Promise<string>>()
const matches = new Map<string, Promise<boolean>>()

/** The result of the first time a question was asked. */
const once = <T>(known: Map<string, Promise<T>>, question: readonly unknown[], answer: () => Promise<T>) => {
  const key = JSON.stringify(question)
  const result = known.get(key) ?? answer()
  known.set(key, result)
  return result
}

/**
 * Stands for `hash` of `@node-rs/argon2` in the tests with a database (`vitest.config.ts`): hashes a password once per
 * worker, at the strength that the product asks for. A hash costs 20 ms of computing, more than the rest of most of
 * those tests. Strength and salts are tested in `access/service/password.test.ts` with the module itself.
 */
export const hash = (password: string, strength: Strength): Promise<string> =>
  once(hashes, [password, strength], () => argon2.hash(password, strength))

/** Whether a password matches a hash; each pair is computed once per worker. */
export const verify = (kept: string, password: string): Promise<boolean> =>
  once(matches, [kept, password], () => argon2.verify(kept, password))
