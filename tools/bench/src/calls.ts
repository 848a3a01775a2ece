import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { driveLoad, type LoadRequest, type Server, startServer } from './driveLoad.ts'
import { type OwnDatabase, openOwnDatabase } from './ownDatabase.ts'
import type { Measurement } from './row.ts'

const customers = 400
const rounds = 3
const warmMs = 1500
const phaseMs = 3000
const password = 'Demo123!'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The session token of a customer, numbered from one. */
export const sessionToken = (n: number): string => `token-${n}`

const uidOf = (n: number): number => 1_000_000 + n

/** Creates customers with sessions, all with the demo customer's password; returns their uids. */
export const insertSessions = async ({ db }: OwnDatabase, many: number): Promise<readonly number[]> => {
  const numbers = Array.from({ length: many }, (_, at) => at + 1)
  await sql`
    insert into identity_customer (uid, username, email, phone, password_hash, activation_code, referrer_uid, lang,
      registered_ms, email_proven_ms, phone_proven_ms)
    select ${uidOf(0)}::int + n, 'user', 'bench' || ${uidOf(0)}::int + n || '@glasshouse.test', '1303' || ${uidOf(0)}::int + n,
      (select password_hash from identity_customer where uid = 10001), 'B' || ${uidOf(0)}::int + n, 10000, 'en', 0, 0, 0
    from generate_series(1, ${many}::int) n`.execute(db)
  for (const n of numbers)
    await sql`
      insert into identity_session (uid, token_hash, started_ms, expires_ms, ip, user_agent)
      values (${uidOf(n)}, ${sha256(sessionToken(n))}, 0, 9000000000000, '', '')`.execute(db)
  return numbers.map(uidOf)
}

/** Creates customers with sessions and accounts. */
const seed = async (database: OwnDatabase): Promise<void> => {
  const uids = await insertSessions(database, customers)
  await sql`
    insert into ledger_account (owner, owner_id, purpose, asset)
    select 'customer', uid, purpose, 'USDT' from unnest(${uids}::bigint[]) uid,
      unnest(array['wallet', 'contract', 'contract2', 'coin']) purpose`.execute(database.db)
  await sql`analyze`.execute(database.db)
}

let latest = 0
let turn = 0
/** Customers take turns, each from a separate address, so that no rate limit applies. */
const nextCustomer = (): number => {
  turn = (turn % customers) + 1
  return turn
}
const form = 'application/x-www-form-urlencoded'

/** A signed call of the product, from an address of its own for each number. */
export const signedRequest = (
  path: string,
  fields: Record<string, string>,
  n: number,
  token: string | null,
): LoadRequest => {
  const body = new URLSearchParams(fields).toString()
  latest = Math.max(latest + 1 / 64, Date.now())
  const time = String(Math.floor(latest))
  const sign = createHmac('sha256', token ?? 'visitor')
    .update(`${time}\n${path}\n${sha256(body)}`)
    .digest('hex')
  return {
    path,
    body,
    headers: {
      'content-type': form,
      time,
      sign,
      'x-forwarded-for': `198.18.${n >> 8}.${n & 255}`,
      ...(token === null ? {} : { authorization: token }),
    },
  }
}

/** The same request to the baseline server: equally large and signed, so that the load costs the same on both sides. */
const bare = (path: string, shot: LoadRequest): LoadRequest => ({ ...shot, path })

type Kind = {
  readonly name: string
  readonly callers: number
  readonly product: () => LoadRequest
  readonly floor: () => LoadRequest
}

const readAccount = (n: number): LoadRequest => signedRequest('/api/user/getuserinfo', {}, n, sessionToken(n))
const readConfig = (n: number): LoadRequest =>
  signedRequest('/api/common/getKeys', { keys: 'risk_gate' }, n, null)
const login = (n: number): LoadRequest =>
  signedRequest(
    '/api/user/login',
    { email: `bench${1_000_000 + n}@glasshouse.test`, pwd: password, type: '2' },
    n,
    null,
  )

const kinds: readonly Kind[] = [
  {
    name: 'account read',
    callers: 64,
    product: () => readAccount(nextCustomer()),
    floor: () => {
      const n = nextCustomer()
      return { ...bare('/account', readAccount(n)), body: `uid=${1_000_000 + n}` }
    },
  },
  {
    name: 'config read',
    callers: 64,
    product: () => readConfig(nextCustomer()),
    floor: () => bare('/config', readConfig(nextCustomer())),
  },
  {
    name: 'login',
    callers: 8,
    product: () => login(nextCustomer()),
    floor: () => bare('/login', login(nextCustomer())),
  },
]

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

type Comparison = {
  readonly name: string
  readonly ratio: number
  readonly ours: number
  readonly floor: number
}

/** Measures both sides alternately, each round in the opposite order. */
const compare = async (kind: Kind, product: Server, floor: Server): Promise<Comparison> => {
  const sides = [
    () => driveLoad(product, kind.callers, phaseMs, kind.product),
    () => driveLoad(floor, kind.callers, phaseMs, kind.floor),
  ] as const
  await driveLoad(product, kind.callers, warmMs, kind.product)
  await driveLoad(floor, kind.callers, warmMs, kind.floor)
  const found: { ours: number; floor: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2
    const one = await sides[first === 0 ? 0 : 1]()
    const other = await sides[first === 0 ? 1 : 0]()
    found.push(first === 0 ? { ours: one, floor: other } : { ours: other, floor: one })
  }
  return {
    name: kind.name,
    ratio: median(found.map((round) => round.ours / round.floor)),
    ours: median(found.map(({ ours }) => ours)),
    floor: median(found.map((round) => round.floor)),
  }
}

const areBooksBalanced = async ({ origin }: Server): Promise<boolean> => {
  const answer = await fetch(new URL('/api/practice/state', origin), { method: 'POST' })
  const { data }: { data?: { ledger?: { balanced?: boolean } } } = JSON.parse(await answer.text())
  return data?.ledger?.balanced === true
}

const repository = join(import.meta.dirname, '..', '..', '..')

/** Row 8: account read, configuration read and sign-in, compared with a bare server. */
export const measureCalls = async (): Promise<Measurement> => {
  const database = await openOwnDatabase(4)
  const url = database.pool.options.connectionString ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-bench-calls-'))
  const started: Server[] = []
  try {
    const product = await startServer([join(repository, 'apps/server/src/main.ts')], {
      DATABASE_URL: url,
      DATA_DIR: folder,
      MODE: 'practice',
      PORT: '0',
      LOG_LEVEL: 'warn',
      MARKET_SYMBOLS: 'BTCUSDT',
      TRUSTED_PROXIES: '127.0.0.1',
    })
    started.push(product)
    await seed(database)
    const floor = await startServer([join(import.meta.dirname, 'main.ts'), 'floor', url])
    started.push(floor)
    const found: Comparison[] = []
    for (const kind of kinds) found.push(await compare(kind, product, floor))
    const balanced = await areBooksBalanced(product)
    return {
      figures: found
        .map(
          ({ name, ratio, ours, floor: bareRate }) =>
            `${name} ${ratio.toFixed(2)}× the floor (${Math.round(ours)} of ${Math.round(bareRate)} a second)`,
        )
        .join(', '),
      held: balanced && found.every(({ ratio }) => ratio >= 0.5),
      remark: `with signature, session, limits and validation; afterwards the books are ${balanced ? 'balanced' : 'NOT BALANCED'}`,
    }
  } finally {
    for (const server of started.toReversed()) await server.stop()
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  }
}
