import { partitionLimits } from '@glasshouse/core/contracts/partition'
import { z } from 'zod'
import { isNetwork } from '../network/index.ts'
import { missingLiveSettings, refusedLiveSettings } from './liveSettings.ts'
import { moneySettings, paymentSettingIssues } from './moneySettings.ts'

const origin = (schemes: readonly string[], fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine((text) => {
      const url = URL.canParse(text) ? new URL(text) : null
      return url !== null && schemes.includes(url.protocol) && url.pathname === '/' && url.search === ''
    }, `must be an origin such as ${fallback}`)

const symbolList = z
  .string()
  .default('BTCUSDT,ETHUSDT,SOLUSDT,XRPUSDT,ADAUSDT,DOGEUSDT,LINKUSDT,LTCUSDT')
  .transform((text) => [...new Set(text.split(',').map((symbol) => symbol.trim().toUpperCase()))])
  .refine(
    (symbols) => symbols.length > 0 && symbols.every((symbol) => /^[A-Z0-9]{2,14}USDT$/.test(symbol)),
    'must be a comma-separated symbols ending in USDT',
  )

/** URL of an external service, optionally with user, password and path. */
const optionalUrl = (schemes: readonly string[], example: string) =>
  z
    .string()
    .optional()
    .refine(
      (value) => value === undefined || (URL.canParse(value) && schemes.includes(new URL(value).protocol)),
      `must be a URL such as ${example}`,
    )

const optionalOrigin = (schemes: readonly string[], example: string) =>
  z
    .string()
    .optional()
    .refine(
      (value) =>
        value === undefined ||
        (URL.canParse(value) &&
          schemes.includes(new URL(value).protocol) &&
          new URL(value).origin === value.replace(/\/$/, '')),
      `must be an origin such as ${example}`,
    )

const isNatsServer = (text: string): boolean =>
  URL.canParse(text) && ['nats:', 'tls:'].includes(new URL(text).protocol) && new URL(text).host !== ''

const natsServers = z
  .string()
  .optional()
  .transform((list) => list?.split(',').map((server) => server.trim()))
  .refine(
    (servers) => servers === undefined || servers.every(isNatsServer),
    'must be a comma list such as nats://user:password@nats.example.com:4222',
  )

/** What `all` stands for: everything that a process alone does. */
const usualRoles = ['web', 'market', 'engine', 'jobs'] as const
const knownRoles = [...usualRoles, 'orders'] as const
/** One of the things that a process can do. */
export type Role = (typeof knownRoles)[number]
/** Roles of which one process at a time does the work. */
export const leaderRoles: readonly Role[] = ['market', 'engine']

const roleList = z
  .string()
  .default('all')
  .transform((list, context): readonly Role[] => {
    const named = list === 'all' ? usualRoles : list.split(',').map((name) => name.trim())
    const roles = knownRoles.filter((role) => named.some((name) => name === role))
    if (named.some((name) => !knownRoles.some((role) => role === name)))
      context.addIssue({
        code: 'custom',
        message: `must be all, or a comma list of ${knownRoles.join(', ')}`,
      })
    if (roles.includes('orders') && roles.includes('engine'))
      context.addIssue({ code: 'custom', message: 'orders is for processes beside those with engine' })
    return roles
  })

/** Whether a process with these roles can lead: record prices and watch orders. */
export const canLead = ({ ROLES }: Pick<Settings, 'ROLES'>): boolean => ROLES.includes('engine')

/** Whether the source of prices is read by another process than the one that leads. */
export const readsForLeader = ({ ROLES }: Pick<Settings, 'ROLES'>): boolean =>
  ROLES.includes('market') && !ROLES.includes('engine')

const text = (pattern: RegExp, why: string) => z.string().regex(pattern, why)

/** All settings of the product. The description is the row of the README's table. */
export const settingsSchema = z
  .object({
    MODE: z
      .enum(['practice', 'live'])
      .default('practice')
      .describe(
        '`practice` (play money) or `live` ([requirements](docs/runbooks/live.md)); a database keeps the mode of its first start',
      ),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('port of the HTTP listener'),
    HOST: z.string().min(1).default('127.0.0.1').describe('the address it listens on'),
    CONSOLE_PORT: z.coerce
      .number()
      .int()
      .min(0)
      .max(65535)
      .optional()
      .describe(
        'port of a listener of its own for the staff console, which the public one then refuses with 404',
      ),
    CONSOLE_HOST: z.string().min(1).default('127.0.0.1').describe('the address the console listens on'),
    CONSOLE_URL: optionalOrigin(['http:', 'https:'], 'https://console.example.com').describe(
      'origin of the console as its proxy is addressed, and of the passkeys of staff; needed unless CONSOLE_HOST is loopback',
    ),
    DATA_DIR: z.string().min(1).default('./data').describe('embedded database, uploads, recorded ticks'),
    DATABASE_URL: text(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
      .optional()
      .describe('an existing PostgreSQL 15+; default: the embedded one'),
    DATABASE_MIGRATION_URL: text(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
      .optional()
      .describe(
        'the same database as the role that owns its tables and migrates them; the role of `DATABASE_URL` then cannot change evidence, ledger or audit log',
      ),
    DATABASE_ARCHIVE_DIR: text(
      /^[^'"%\\]+$/,
      'must be a folder without quotes, percent signs and backslashes',
    )
      .optional()
      .describe(
        'folder into which the embedded database copies its write-ahead log, for [restores to an instant](docs/runbooks/backup.md)',
      ),
    DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10).describe('database connections'),
    STATEMENT_TIMEOUT_MS: z.coerce
      .number()
      .int()
      .min(500)
      .max(10_000)
      .default(2000)
      .describe('a statement of the database that runs longer is cancelled; milliseconds, 500–10000'),
    COMMAND_TIMEOUT_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(2000)
      .default(500)
      .describe('the same for orders and settlements, which share transactions; milliseconds, 100–2000'),
    NATS_URL: natsServers.describe(
      'comma list of NATS servers, over which [several processes](docs/scale.md) share the work; default: one process',
    ),
    ROLES: roleList.describe(
      'tasks of this process with `NATS_URL`: `web` (calls, pages, push), `market,engine` (one process leads, others stand by; [each alone](docs/scale.md) too), `orders` (a share of the customers’ orders, beside the leader), `jobs` (background jobs) or `all`',
    ),
    ENGINE_PARTITIONS: z.coerce
      .number()
      .int()
      .min(partitionLimits.min)
      .max(partitionLimits.max)
      .default(16)
      .describe(
        'into how many partitions customers are divided, each decided on by one engine at a time; a database keeps the number of its first start, 1–1024',
      ),
    MARKET_FEED: z.enum(['simulator', 'replay', 'binance']).default('simulator').describe('source of prices'),
    MARKET_SYMBOLS: symbolList.describe(
      'comma list of symbols; live: one with open positions or resting orders cannot be left out',
    ),
    REPLAY_DIR: z.string().optional().describe('folder of recorded candles or trades'),
    REPLAY_SPEED: z.coerce.number().positive().max(10_000).default(1).describe('speed factor of the replay'),
    BINANCE_REST_URL: origin(['http:', 'https:'], 'https://api.binance.com').describe(
      'origin of the REST calls',
    ),
    BINANCE_STREAM_URL: origin(['ws:', 'wss:'], 'wss://stream.binance.com:9443').describe(
      'origin of the stream',
    ),
    SIMULATOR_SEED: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 31)
      .default(1)
      .describe('seed of the simulator'),
    MOBILE_SITE_URL: z
      .string()
      .regex(/^(?:\/m|https?:\/\/[^\s/]+(?:\/\S*)?)$/, 'must be /m or an address like https://m.example.com')
      .default('/m')
      .describe('address to which screens narrower than 750 px are redirected'),
    PUBLIC_URL: optionalOrigin(['http:', 'https:'], 'https://example.com').describe(
      'public origin of the product; default `http://localhost:<PORT>`',
    ),
    SMTP_URL: optionalUrl(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com').describe(
      'mail server; without it messages are only in the practice outbox',
    ),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]{3,200}$/, 'must be an address such as Glasshouse <no-reply@example.com>')
      .default('Glasshouse <no-reply@localhost>')
      .describe('sender of e-mails'),
    SMS_WEBHOOK_URL: optionalUrl(['http:', 'https:'], 'https://sms.example.com/send').describe(
      'receives each SMS as a JSON POST `{id, to, text, lang}`; without it as above',
    ),
    PASSWORD_POLICY: z
      .enum(['seed', 'strong'])
      .optional()
      .describe(
        '`seed` (6–18 of the named characters) or `strong` (8–64, not a common password); default `seed` in practice and `strong` in live mode',
      ),
    BREACHED_PASSWORDS_DIR: z
      .string()
      .optional()
      .describe(
        'folder with the range files of Pwned Passwords (`00000.txt` to `FFFFF.txt`); default: a short list of the most common ones',
      ),
    TRUSTED_PROXIES: z
      .string()
      .optional()
      .transform((list) =>
        (list ?? '')
          .split(',')
          .map((network) => network.trim())
          .filter((network) => network !== ''),
      )
      .refine((networks) => networks.every(isNetwork), 'must be a comma list such as 127.0.0.1,10.0.0.0/8')
      .describe('addresses and networks of the proxies whose `X-Forwarded-For` is trusted; default none'),
    COUNTRY_HEADER: text(/^[a-z0-9-]{1,64}$/i, 'must be the name of a header')
      .optional()
      .describe('header in which a trusted proxy sends the client’s country, such as `cf-ipcountry`'),
    ...moneySettings,
    SECRET_KEY: z
      .string()
      .min(32)
      .optional()
      .describe(
        'key that encrypts secrets in the database; generated and stored in practice mode, required in live mode',
      ),
    HOUSE_SIGNING_KEY: text(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')
      .optional()
      .describe(
        'seed of the Ed25519 key that signs receipts, heads and reports, 64 hex digits; generated and stored in practice mode, required in live mode',
      ),
    HOUSE_SIGNING_KEY_FORMER: text(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')
      .optional()
      .describe('the signing key before a new one, for the start that announces the new one'),
    SECRET_KEY_FORMER: z
      .string()
      .optional()
      .transform((list) =>
        (list ?? '')
          .split(',')
          .map((secret) => secret.trim())
          .filter((secret) => secret !== ''),
      )
      .refine(
        (secrets) => secrets.every((secret) => secret.length >= 32),
        'must be a comma list of former keys',
      )
      .describe(
        'comma list of former values of `SECRET_KEY`; what they sealed is read and sealed anew ([runbook](docs/runbooks/secret-key.md))',
      ),
    UPLOADS_S3_URL: optionalOrigin(['http:', 'https:'], 'https://s3.example.com').describe(
      'origin of an S3-compatible store for pictures of customers; default `DATA_DIR`',
    ),
    UPLOADS_S3_BUCKET: text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional()
      .describe('bucket of that store; must exist'),
    UPLOADS_S3_KEY: z.string().min(1).optional().describe('access key of that store'),
    UPLOADS_S3_SECRET: z.string().min(1).optional().describe('secret key of that store'),
    UPLOADS_S3_REGION: z.string().min(1).default('us-east-1').describe('region of that store'),
    METRICS_TOKEN: z
      .string()
      .min(16)
      .optional()
      .describe('token that allows reading /metrics from other hosts'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info')
      .describe('log level'),
  })
  .superRefine((settings, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (settings.MARKET_FEED === 'replay' && settings.REPLAY_DIR === undefined)
      problem('REPLAY_DIR', 'is needed by MARKET_FEED=replay')
    for (const [name, sentence] of paymentSettingIssues(settings)) problem(name, sentence)
    if (settings.NATS_URL === undefined && !usualRoles.every((role) => settings.ROLES.includes(role)))
      problem('NATS_URL', 'is needed by ROLES other than all: processes talk over NATS')
    if (settings.NATS_URL !== undefined) {
      if (settings.DATABASE_URL === undefined)
        problem('DATABASE_URL', 'is needed beside NATS_URL: the embedded database belongs to one process')
      if (settings.UPLOADS_S3_URL === undefined)
        problem('UPLOADS_S3_URL', 'is needed beside NATS_URL: every process must read the same pictures')
    }
    const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(settings.CONSOLE_HOST)
    if (settings.CONSOLE_PORT !== undefined && !isLoopback && settings.CONSOLE_URL === undefined)
      problem('CONSOLE_URL', 'is needed where CONSOLE_HOST is not loopback')
    const store = ['UPLOADS_S3_URL', 'UPLOADS_S3_BUCKET', 'UPLOADS_S3_KEY', 'UPLOADS_S3_SECRET'] as const
    const named = store.filter((name) => settings[name] !== undefined)
    if (named.length > 0)
      for (const name of store)
        if (settings[name] === undefined) problem(name, `is needed beside ${named.join(', ')}`)
  })

/** The settings of the operator’s environment, parsed. */
export type Settings = z.output<typeof settingsSchema>

/** Public origin of the product, without a trailing slash. */
export const publicOrigin = ({ PUBLIC_URL, PORT }: Settings): string =>
  PUBLIC_URL === undefined ? `http://localhost:${PORT}` : new URL(PUBLIC_URL).origin

/**
 * Origin of the staff console, without a trailing slash. A console on loopback is `localhost`, because a browser accepts
 * no passkey for an IP address.
 */
export const consoleOrigin = (settings: Settings): string => {
  const { CONSOLE_PORT: port, CONSOLE_URL: url } = settings
  if (port === undefined) return publicOrigin(settings)
  // Without a URL the host is loopback; `settingsSchema` rejects any other.
  return url === undefined ? `http://localhost:${port}` : new URL(url).origin
}

/** Policy for new passwords: the product's own in practice mode, the strong one in live mode by default. */
export const passwordPolicyOf = ({ PASSWORD_POLICY, MODE }: Settings): 'seed' | 'strong' =>
  PASSWORD_POLICY ?? (MODE === 'live' ? 'strong' : 'seed')

/** Unusable settings; `problems` has one readable line per setting. */
export class InvalidSettingsError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'BadSettings'
    this.problems = problems
  }
}

const known = new Set(Object.keys(settingsSchema.shape))

type Environment = Readonly<Record<string, string | undefined>>

const given = (environment: Environment): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => known.has(name) && value !== undefined && value !== '',
    ),
  )

/**
 * Reads settings from the environment and from a `.env` file; the environment takes precedence. Empty values count as
 * absent.
 *
 * Every name in the file must be known; in the environment only names that start with `GLASSHOUSE_`, because it
 * contains names of other programs.
 *
 * @throws InvalidSettingsError with one line per issue
 * @example readSettings({ PORT: 'abc' }) // throws: PORT …
 */
export const readSettings = (environment: Environment, file: Environment = {}): Settings => {
  const unknown = [
    ...Object.keys(environment).filter((name) => name.startsWith('GLASSHOUSE_')),
    ...Object.keys(file),
  ].filter((name) => !known.has(name))
  const all = { ...given(file), ...given(environment) }
  const parsed = settingsSchema.safeParse(all)
  // Checked separately, so that the list of missing settings is complete even if another one is invalid.
  const missing = all.MODE === 'live' ? [...missingLiveSettings(all), ...refusedLiveSettings(all)] : []
  const problems = [
    ...missing.map(([name, sentence]) => `${name}: ${sentence}`),
    ...(parsed.success
      ? []
      : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
    ...unknown.map((name) => `${name}: no such setting`),
  ]
  if (!parsed.success || problems.length > 0) throw new InvalidSettingsError(problems)
  return parsed.data
}
