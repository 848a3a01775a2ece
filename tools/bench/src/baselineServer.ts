import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verify } from '@node-rs/argon2'
import pg from 'pg'

/** The data that the product reads for a call, as prepared statements without anything around them. */
const statements = {
  profile: {
    name: 'profile',
    text: `select uid, username, email, phone, avatar, activation_code, activation_status, credit_score, kyc_switch,
      transfer_switch, experience, ib, lang, withdraw_password_hash is not null as has_withdraw_password
      from identity_customer where uid = $1`,
  },
  balances: {
    name: 'balances',
    text: `select purpose, asset, balance from ledger_account where owner = 'customer' and owner_id = $1`,
  },
  settings: { name: 'settings', text: 'select * from content_setting' },
  password: { name: 'password', text: 'select uid, password_hash from identity_customer where email = $1' },
  session: {
    name: 'session',
    text: `insert into identity_session (uid, token_hash, started_ms, expires_ms, ip, user_agent)
      values ($1, gen_random_uuid()::text, 0, 1, '', '')`,
  },
} as const

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

type Answer = (fields: URLSearchParams) => Promise<unknown>

const answers = (pool: pg.Pool): Readonly<Record<string, Answer>> => ({
  '/account': async (fields) => {
    const values = [fields.get('uid')]
    const [profile, balances] = await Promise.all([
      pool.query({ ...statements.profile, values }),
      pool.query({ ...statements.balances, values }),
    ])
    return { ...profile.rows[0], balances: balances.rows }
  },
  '/config': async () => (await pool.query({ ...statements.settings, values: [] })).rows,
  '/login': async (fields) => {
    const { rows } = await pool.query({ ...statements.password, values: [fields.get('email')] })
    const right = await verify(rows[0].password_hash, fields.get('pwd') ?? '')
    if (right) await pool.query({ ...statements.session, values: [rows[0].uid] })
    return right
  },
})

/**
 * Serves the baseline of row 8: a bare HTTP server without session, signature, validation, limits or log. Prints its
 * address.
 */
export const serveBaseline = async (databaseUrl: string): Promise<void> => {
  const answerOf = answers(new pg.Pool({ connectionString: databaseUrl, max: 10 }))
  const server = createServer(async (request, response) => {
    const answer = answerOf[request.url ?? '']
    const data = await answer?.(new URLSearchParams(await bodyOf(request)))
    const text = JSON.stringify({ retCode: 0, message: 'Done.', data })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  console.log(`is open: http://localhost:${(server.address() as AddressInfo).port}`)
}
