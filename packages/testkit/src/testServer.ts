import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Path } from '@glasshouse/core/calls'
import { errorCodes } from '@glasshouse/core/errors/registry'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { startServer } from '../../../apps/server/src/server.ts'
import type { TestDatabase } from './database.ts'
import { type HttpResult, type Post, post } from './requests.ts'

export type Fields = Readonly<Record<string, string | number>>

/** Makes calls to the running product over a real socket. */
export type Caller = {
  readonly url: string
  /**
   * Posts a signed call; each is signed with a time of its own, so that none is a repeat. A call answered by 1010 is
   * made again after a step-up, where the token came from `signIn` or its password was told with `knowPassword`.
   */
  readonly ask: (path: string, fields?: Fields | string, options?: Partial<Post>) => Promise<HttpResult>
  /** The paths that are answered, as the API document names them. */
  readonly paths: () => Promise<ReadonlySet<string>>
  /** The newest code in the practice outbox of an address. */
  readonly codeFor: (to: string) => Promise<string>
  /** Registers a customer by e-mail and signs in. */
  readonly newcomer: (email: string, phone: string) => Promise<{ uid: number; token: string }>
  /** Tells the password of a token, so that its calls step up by themselves. */
  readonly knowPassword: (token: string, pwd: string) => void
  readonly signIn: (path: Path, email: string, pwd: string) => Promise<string>
}

/** The composed product in practice mode. */
export type TestServer = Caller & { readonly close: () => Promise<void> }

export const newcomerPassword = 'Newcomer1!'

const textOf = ({ retCode, message, data }: HttpResult): string => {
  if (retCode !== 0 || typeof data !== 'string') throw new Error(`no token: ${retCode} ${message}`)
  return data
}

/** Asks the product at an address, as a visitor or with whatever token an option names. */
export const apiCaller = (url: string): Caller => {
  let latest = 0
  const nextTime = (): number => {
    latest = Math.max(latest + 1, Date.now())
    return latest
  }
  const passwords = new Map<string, string>()
  const ask: Caller['ask'] = async (path, fields = {}, options = {}) => {
    const send = () => post(url, path, fields, { time: nextTime(), ...options })
    const answer = await send()
    const { token } = options
    const pwd = token === undefined ? undefined : passwords.get(token)
    if (answer.retCode !== errorCodes.stepUpRequired || token === undefined || pwd === undefined)
      return answer
    await post(url, '/api/user/stepUp', { pwd }, { time: nextTime(), token })
    return send()
  }
  const codeFor: Caller['codeFor'] = async (to) => {
    const { data } = await ask('/api/practice/outbox', { to })
    const code = (data as readonly { code?: string }[]).find((message) => message.code !== undefined)?.code
    if (code === undefined) throw new Error(`no code for ${to}`)
    return code
  }
  const signIn: Caller['signIn'] = async (path, email, pwd) => {
    const isStaff = path === '/staff/api/login'
    const token = textOf(await ask(path, isStaff ? { email, pwd } : { email, pwd, type: 2 }))
    if (!isStaff) passwords.set(token, pwd)
    return token
  }
  return {
    url,
    ask,
    codeFor,
    knowPassword: (token, pwd) => void passwords.set(token, pwd),
    signIn,
    paths: async () => {
      const document: { paths: object } = JSON.parse(await (await fetch(`${url}/api/openapi.json`)).text())
      return new Set(Object.keys(document.paths))
    },
    newcomer: async (email, phone) => {
      await ask('/api/user/sendVerifyCode', { email, status: 1 })
      const verifycode = await codeFor(email)
      const fields = { telcode: '1', email, oid: '10000', phone, pwd: newcomerPassword, verifycode, type: 2 }
      const { retCode, message, data } = await ask('/api/user/register', fields)
      if (retCode !== 0) throw new Error(`not registered: ${retCode} ${message} ${JSON.stringify(data)}`)
      const { uid } = data as { uid: number }
      return { uid, token: await signIn('/api/user/login', email, newcomerPassword) }
    },
  }
}

/** Opens the whole product on a test's own database; answers with unknown fields are refused, and no jobs run unless asked for. */
export const startTestServer = async (
  database: TestDatabase,
  environment: Readonly<Record<string, string>> = {},
  jobs = false,
): Promise<TestServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-house-'))
  await chmod(folder, 0o755)
  const settings = readSettings(
    {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
      MARKET_SYMBOLS: 'BTCUSDT,ETHUSDT',
      // Machines that run tests are busy.
      STATEMENT_TIMEOUT_MS: '10000',
      COMMAND_TIMEOUT_MS: '2000',
      ...environment,
    },
    {},
  )
  const house = await startServer(settings, {
    refuseUnknownFields: true,
    leadBots: false,
    jobs,
  })
  return {
    ...apiCaller(house.address.replace('localhost', '127.0.0.1')),
    close: async () => {
      await house.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
