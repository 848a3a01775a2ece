/** Raw settings; absent and empty values are undefined. */
type RawSettings = Readonly<Record<string, string | undefined>>

/** A setting and the required action. */
export type MissingSetting = readonly [name: string, sentence: string]

const feedSentence = (feed: string | undefined): string | null => {
  if (feed === 'binance') return null
  const instead =
    'set it to binance, and BINANCE_REST_URL and BINANCE_STREAM_URL if your exchange is elsewhere'
  if (feed === 'replay') return `live mode needs a real feed and a recording is none: ${instead}`
  return `live mode needs a real feed and the simulator cannot be selected: ${instead}`
}

const publicSentence = (url: string | undefined): string | null => {
  if (url === undefined)
    return 'is missing: the https address at which customers reach you, such as https://trade.example.com; letters, invitations and payment pages lead there'
  return url.startsWith('https://')
    ? null
    : 'must begin with https:// in live mode, because passwords travel there; end TLS in front of the listener'
}

/** Browsers use passkeys on https pages and on `localhost` only, and staff sign in with nothing else. */
const consoleSentence = (url: string | undefined): string | null =>
  url === undefined || url.startsWith('https://') || new URL(url).hostname === 'localhost'
    ? null
    : 'must begin with https:// in live mode, because staff sign in with passkeys there; end TLS in front of the console'

const needed: readonly MissingSetting[] = [
  [
    'SECRET_KEY',
    'is missing: it seals addresses, bank data, pictures and second factors; make one with `openssl rand -base64 48`, keep it apart from the backups of the database, and never change it',
  ],
  [
    'HOUSE_SIGNING_KEY',
    'is missing: it signs receipts, heads and liabilities reports; make one with `openssl rand -hex 32` and keep it apart from the database',
  ],
  [
    'DATABASE_URL',
    'is missing: name an empty PostgreSQL of your own that is backed up, such as postgres://user:password@db.example.com/glasshouse?sslmode=verify-full',
  ],
  [
    'SMTP_URL',
    'is missing: codes and letters go out by mail, such as smtps://user:password@mail.example.com',
  ],
  ['MAIL_FROM', 'is missing: the sender customers will see, such as Glasshouse <no-reply@example.com>'],
  ['SMS_WEBHOOK_URL', 'is missing: codes to phones are handed to it, such as https://sms.example.com/send'],
  [
    'UPLOADS_S3_URL',
    'is missing: pictures of customers lie in an S3-compatible store, such as https://s3.example.com, with UPLOADS_S3_BUCKET, UPLOADS_S3_KEY and UPLOADS_S3_SECRET',
  ],
]

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether passwords, prices or deposits would travel unencrypted to another machine. */
const isPlain = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, searchParams } = new URL(url)
  if (loopback.test(hostname)) return false
  // A mail server that upgrades the connection counts once the upgrade is required.
  if (protocol === 'smtp:') return searchParams.get('requireTLS') !== 'true'
  return protocol === 'http:' || protocol === 'ws:' || protocol === 'nats:'
}

const encrypted: readonly MissingSetting[] = [
  ['BINANCE_REST_URL', 'https://; who stands in between sets the prices'],
  ['BINANCE_STREAM_URL', 'wss://; who stands in between sets the prices'],
  ['SMTP_URL', 'smtps://, or smtp:// with ?requireTLS=true; codes travel there'],
  ['SMS_WEBHOOK_URL', 'https://; codes travel there'],
  ['BTCPAY_URL', 'https://; who stands in between confirms payments'],
  ['EVM_RPC_URL', 'https://; who stands in between confirms deposits'],
  ['TRON_API_URL', 'https://; who stands in between confirms deposits'],
]

/** Problems of the NATS servers: a program that can publish there acts as any customer. */
const natsIssues = (list: string | undefined): readonly MissingSetting[] => {
  const servers = (list ?? '').split(',').filter((server) => URL.canParse(server.trim()))
  if (servers.some((server) => isPlain(server.trim())))
    return [
      [
        'NATS_URL',
        'is not encrypted and leads to another machine: use tls://; sessions and orders travel there',
      ],
    ]
  if (servers.some((server) => new URL(server.trim()).password === ''))
    return [['NATS_URL', 'needs user and password: a program that can publish there acts as any customer']]
  return []
}

/** An address of a database; the driver also reads one that names its server in the parameter `host` alone. */
const parseDatabaseUrl = (text: string): URL | null => {
  const readable = [text, text.replace('@/', '@localhost/')].find((one) => URL.canParse(one))
  return readable === undefined ? null : new URL(readable)
}

/** Whether a database is on this machine. The driver prefers the parameter `host`, and of several the last one. */
const isLocalDatabase = ({ hostname, searchParams }: URL): boolean => {
  const named = searchParams.getAll('host')
  return (named.length === 0 ? [hostname] : named).every(
    (host) => host.startsWith('/') || loopback.test(host),
  )
}

/**
 * Problems of the ways to the database. Only `verify-full` says in the address that the server is who it should be; the others mean
 * different things to different drivers.
 */
const databaseIssues = (given: RawSettings): readonly MissingSetting[] =>
  (['DATABASE_URL', 'DATABASE_MIGRATION_URL'] as const).flatMap((name): MissingSetting[] => {
    const text = given[name]
    if (text === undefined) return []
    const url = parseDatabaseUrl(text)
    if (url === null)
      return [[name, 'cannot be read: write #, /, ? and @ of the password as %23, %2F, %3F and %40']]
    const modes = url.searchParams.getAll('sslmode')
    if (isLocalDatabase(url) || (modes.length > 0 && modes.every((mode) => mode === 'verify-full'))) return []
    return [
      [
        name,
        'is not encrypted and leads to another machine: add ?sslmode=verify-full, and &sslrootcert=<file> for an authority of your own; passwords and balances travel there',
      ],
    ]
  })

/** Fewer confirmations than these can be undone by a reorganization of the chain. */
const minConfirmations = [
  ['EVM_CONFIRMATIONS', 12],
  ['TRON_CONFIRMATIONS', 20],
] as const

const sharedAddresses: readonly (readonly [name: string, instead: string])[] = [
  ['EVM_ADDRESS', 'EVM_XPUB'],
  ['TRON_ADDRESS', 'TRON_XPUB'],
]

/**
 * Settings that live mode refuses, each with what to do: plain connections beyond this machine, few confirmations, a
 * deposit address that all customers share, the password rule of practice mode.
 *
 * @example refusedLiveSettings({ EVM_CONFIRMATIONS: '3' }) // [['EVM_CONFIRMATIONS', 'must be at least 12 …']]
 */
export const refusedLiveSettings = (given: RawSettings): readonly MissingSetting[] => [
  ...encrypted.flatMap(([name, use]): MissingSetting[] =>
    isPlain(given[name] ?? '') ? [[name, `is not encrypted and leads to another machine: use ${use}`]] : [],
  ),
  ...databaseIssues(given),
  ...natsIssues(given.NATS_URL),
  ...minConfirmations.flatMap(([name, least]): MissingSetting[] => {
    const count = Number.parseInt(given[name] ?? String(least), 10)
    return count < least
      ? [
          [
            name,
            `must be at least ${least} in live mode, because fewer can be undone: leave it out or raise it`,
          ],
        ]
      : []
  }),
  ...sharedAddresses.flatMap(([name, instead]): MissingSetting[] =>
    given[name] === undefined
      ? []
      : [
          [
            name,
            `is one address for all customers, so a transfer names nobody: leave it out and set ${instead}`,
          ],
        ],
  ),
  ...(given.PASSWORD_POLICY === 'seed'
    ? ([['PASSWORD_POLICY', 'must not be seed in live mode: leave it out or set it to strong']] as const)
    : []),
]

/**
 * Settings that live mode requires and that are missing, each with the required action; empty if it can start.
 *
 * Only the configuration is checked: a mail server or exchange that is temporarily down must not prevent the engine
 * from watching open positions.
 *
 * @example missingLiveSettings({ MARKET_FEED: 'binance' }) // [['PUBLIC_URL', …], ['SECRET_KEY', …], …]
 */
export const missingLiveSettings = (given: RawSettings): readonly MissingSetting[] => {
  const checks: readonly (readonly [string, string | null])[] = [
    ['MARKET_FEED', feedSentence(given.MARKET_FEED)],
    ['PUBLIC_URL', publicSentence(given.PUBLIC_URL)],
    ['CONSOLE_URL', consoleSentence(given.CONSOLE_URL)],
  ]
  return [
    ...checks.flatMap(([name, sentence]): MissingSetting[] => (sentence === null ? [] : [[name, sentence]])),
    ...needed.filter(([name]) => given[name] === undefined),
  ]
}
