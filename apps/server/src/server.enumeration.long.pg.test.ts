import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import type { HttpResult } from '@glasshouse/testkit/requests'
import { type Fields, startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

// Neither the text nor the time of an answer shows whether an account exists.

/** Rounds that are not counted, and how many are at least and at most. More than 95 would ask for a customer twice. */
const [warmUp, minRounds, maxRounds] = [4, 20, 90]
/** Both sides are asked in turn in one process; beyond this what most rounds need differs for a reason. */
const maxRatio = 1.6

let database: TestDatabase
let house: TestServer
beforeAll(async () => {
  database = await cloneDatabase()
  // Each try comes from an address of its own, as an attacker with many would do it.
  house = await startTestServer(database, { TRUSTED_PROXIES: '127.0.0.1' })
  await sql`
    insert into identity_customer (username, email, phone, password_hash, activation_code, referrer_uid, lang,
      registered_ms, email_proven_ms, phone_proven_ms)
    select 'user', 'known' || n || '@glasshouse.test', '1202555' || lpad(n::text, 4, '0'),
      (select password_hash from identity_customer where uid = 10001), 'K' || n, 10000, 'en', 0, 0, 0
    from generate_series(1000, 1999) n
  `.execute(database.db)
})
afterAll(async () => {
  await house.close()
  await database.drop()
})

let tries = 0
/** Asks once from a fresh address; returns what was said and how long it took. */
const time = async (path: string, fields: Fields): Promise<{ said: HttpResult; ms: number }> => {
  tries += 1
  const headers = { 'X-Forwarded-For': `198.51.${tries >> 8}.${tries & 255}` }
  const started = performance.now()
  const said = await house.ask(path, fields, { headers })
  return { said, ms: performance.now() - started }
}

/** The lower quartile: whatever else runs on the machine only makes a round slower. */
const usual = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 2] ?? Number.NaN

type Side = (round: number) => Fields

/**
 * Asks both sides in turn, each round in the other order; the first rounds only warm up. Other load may slow most rounds
 * of one side, so it asks on while they differ: a difference with a reason remains.
 */
const compare = async (path: string, known: Side, unknown: Side) => {
  const took = { known: [] as number[], unknown: [] as number[] }
  const said = new Set<string>()
  const times = () => [usual(took.known), usual(took.unknown)]
  const ratioOf = (ms: readonly number[]) => Math.max(...ms) / Math.min(...ms)
  for (let round = 0; round < warmUp + maxRounds; round += 1) {
    if (round >= warmUp + minRounds && ratioOf(times()) < maxRatio) break
    const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const side of order) {
      const { said: answer, ms } = await time(path, (side === 'known' ? known : unknown)(round))
      said.add(JSON.stringify(answer))
      if (round >= warmUp) took[side].push(ms)
    }
  }
  return { said: [...said], ratio: ratioOf(times()), ms: times() }
}

const password = { pwd: 'WrongWord1!' }
const number = (round: number): number => 1000 + round

const questions: readonly (readonly [string, string, number, Side, Side])[] = [
  [
    'signing in by e-mail',
    '/api/user/login',
    1007,
    (n) => ({ email: `known${number(n)}@glasshouse.test`, type: 2, ...password }),
    (n) => ({ email: `nobody${number(n)}@glasshouse.test`, type: 2, ...password }),
  ],
  [
    'signing in by phone',
    '/api/user/login',
    1007,
    (n) => ({ phone: `1202555${number(n)}`, type: 1, ...password }),
    (n) => ({ phone: `1303555${number(n)}`, type: 1, ...password }),
  ],
  [
    'asking for a code to reset',
    '/api/user/sendVerifyCode',
    0,
    (n) => ({ email: `known${number(n + 100)}@glasshouse.test`, status: 2 }),
    (n) => ({ email: `nobody${number(n + 100)}@glasshouse.test`, status: 2 }),
  ],
  [
    'asking for a code to register',
    '/api/user/sendVerifyCode',
    0,
    (n) => ({ email: `known${number(n + 200)}@glasshouse.test`, status: 1 }),
    (n) => ({ email: `nobody${number(n + 200)}@glasshouse.test`, status: 1 }),
  ],
  [
    'setting a new password with a guessed code',
    '/api/user/updatePwd',
    1008,
    (n) => ({ email: `known${number(n + 300)}@glasshouse.test`, type: 2, verifycode: '000000', ...password }),
    (n) => ({
      email: `nobody${number(n + 300)}@glasshouse.test`,
      type: 2,
      verifycode: '000000',
      ...password,
    }),
  ],
  [
    'registering with a guessed code',
    '/api/user/register',
    1008,
    (n) => newcomer(`known${number(n + 400)}@glasshouse.test`, `1202555${number(n + 400)}`),
    (n) => newcomer(`nobody${number(n + 400)}@glasshouse.test`, `1303555${number(n + 400)}`),
  ],
  [
    'signing in as staff',
    '/staff/api/login',
    1007,
    () => ({ email: 'manager@glasshouse.test', ...password }),
    () => ({ email: 'nobody@glasshouse.test', ...password }),
  ],
]

const newcomer = (email: string, phone: string): Fields => ({
  telcode: '1',
  email,
  phone,
  oid: '10000',
  verifycode: '000000',
  type: 2,
  ...password,
})

it.each(questions)(
  '%s says and takes the same for known and unknown',
  async (_, path, retCode, known, unknown) => {
    const { said, ratio, ms } = await compare(path, known, unknown)
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(`"retCode":${retCode}`)
    expect(ratio, `quartiles ${ms.map((one) => one.toFixed(2)).join(' and ')} ms`).toBeLessThan(maxRatio)
  },
)

it('can tell a difference where there is one', async () => {
  const wrong = { email: 'known1900@glasshouse.test', type: 2 }
  const { said, ratio } = await compare(
    '/staff/api/login',
    () => ({ email: 'manager@glasshouse.test', ...password }),
    () => wrong,
  )
  expect(said).toHaveLength(2)
  expect(ratio).toBeGreaterThan(maxRatio)
})
