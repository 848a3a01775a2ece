import { describe, expect, it } from 'vitest'
import { InvalidSettingsError, passwordPolicyOf, publicOrigin, readSettings } from './settings.ts'

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof InvalidSettingsError) return error.problems
    throw error
  }
}

it('has a default for every required setting', () => {
  expect(readSettings({})).toMatchObject({
    MODE: 'practice',
    PORT: 3000,
    HOST: '127.0.0.1',
    MARKET_FEED: 'simulator',
  })
  expect(readSettings({}).MARKET_SYMBOLS).toHaveLength(8)
})

it('treats an empty value as absent', () => {
  expect(readSettings({ PORT: '', MARKET_FEED: '' }).PORT).toBe(3000)
})

it.each([
  [{ MODE: 'demo' }, 'MODE'],
  [{ PORT: 'abc' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL'],
  [{ MARKET_FEED: 'guess' }, 'MARKET_FEED'],
  [{ MARKET_SYMBOLS: 'BTC' }, 'MARKET_SYMBOLS'],
  [{ MARKET_SYMBOLS: '' + ',' }, 'MARKET_SYMBOLS'],
  [{ MARKET_FEED: 'replay' }, 'REPLAY_DIR'],
  [{ REPLAY_SPEED: '0' }, 'REPLAY_SPEED'],
  [{ BINANCE_REST_URL: 'http://127.0.0.1:9080/api' }, 'BINANCE_REST_URL'],
  [{ BINANCE_STREAM_URL: 'http://127.0.0.1:9443' }, 'BINANCE_STREAM_URL'],
  [{ NATS_URL: 'http://127.0.0.1:4222' }, 'NATS_URL'],
  [{ NATS_URL: 'nats://127.0.0.1' }, 'DATABASE_URL'],
  [{ NATS_URL: 'nats://127.0.0.1' }, 'UPLOADS_S3_URL'],
  [{ ROLES: 'web' }, 'NATS_URL'],
  [{ ROLES: 'web,push' }, 'ROLES'],
  [{ ROLES: 'web,market' }, 'NATS_URL'],
  [{ ROLES: 'engine' }, 'NATS_URL'],
  [{ ROLES: 'orders' }, 'NATS_URL'],
  [{ ROLES: 'engine,orders' }, 'ROLES'],
  [{ SMTP_URL: 'http://mail.example.com' }, 'SMTP_URL'],
  [{ SMS_WEBHOOK_URL: 'sms.example.com' }, 'SMS_WEBHOOK_URL'],
  [{ PUBLIC_URL: 'https://example.com/shop' }, 'PUBLIC_URL'],
  [{ MAIL_FROM: 'a@b\r\nBcc: c@d' }, 'MAIL_FROM'],
  [{ PASSWORD_POLICY: 'weak' }, 'PASSWORD_POLICY'],
  [{ COUNTRY_HEADER: 'country: ' }, 'COUNTRY_HEADER'],
  [{ TRUSTED_PROXIES: '10.0.0.0/40' }, 'TRUSTED_PROXIES'],
  [{ TRUSTED_PROXIES: 'everybody' }, 'TRUSTED_PROXIES'],
  [{ GLASSHOUSE_SPEED: '1' }, 'GLASSHOUSE_SPEED'],
])('rejects %j and names the setting', (environment, name) => {
  expect(problemsOf(environment).map((problem) => problem.split(':')[0])).toContain(name)
})

it('reads a file with lower precedence than the environment and rejects unknown names in it', () => {
  expect(readSettings({ PORT: '3001' }, { PORT: '3002', HOST: '0.0.0.0' })).toMatchObject({
    PORT: 3001,
    HOST: '0.0.0.0',
  })
  expect(() => readSettings({}, { PROT: '3002' })).toThrow('PROT: no such setting')
})

it('requires strong passwords in live mode and the product’s own in practice mode by default', () => {
  const policyOf = (changes: object) => passwordPolicyOf({ ...readSettings({}), ...changes })
  expect(policyOf({})).toBe('seed')
  expect(policyOf({ MODE: 'live' })).toBe('strong')
  expect(policyOf({ PASSWORD_POLICY: 'strong' })).toBe('strong')
  expect(policyOf({ MODE: 'live', PASSWORD_POLICY: 'seed' })).toBe('seed')
})

it('knows the public address', () => {
  expect(publicOrigin(readSettings({ PORT: '3105' }))).toBe('http://localhost:3105')
  expect(publicOrigin(readSettings({ PUBLIC_URL: 'https://trade.example.com/' }))).toBe(
    'https://trade.example.com',
  )
})

it('lists every issue at once', () => {
  expect(problemsOf({ PORT: 'x', MODE: 'y' })).toHaveLength(2)
})

describe('live mode', () => {
  const whole = {
    MODE: 'live',
    MARKET_FEED: 'binance',
    PUBLIC_URL: 'https://trade.example.com',
    SECRET_KEY: 'thirty-two characters or more of secret',
    HOUSE_SIGNING_KEY: 'a1'.repeat(32),
    DATABASE_URL: 'postgres://db.example.com/glasshouse?sslmode=verify-full',
    SMTP_URL: 'smtps://user:password@mail.example.com',
    MAIL_FROM: 'Glasshouse <no-reply@example.com>',
    SMS_WEBHOOK_URL: 'https://sms.example.com/send',
    UPLOADS_S3_URL: 'https://s3.example.com',
    UPLOADS_S3_BUCKET: 'pictures',
    UPLOADS_S3_KEY: 'key',
    UPLOADS_S3_SECRET: 'secret',
  }
  const named = (environment: Record<string, string>) =>
    problemsOf(environment).map((problem) => problem.slice(0, problem.indexOf(':')))

  it('starts with all required settings', () => {
    expect(problemsOf(whole)).toEqual([])
    expect(readSettings(whole)).toMatchObject({ MODE: 'live', MARKET_FEED: 'binance' })
  })
  it('lists all missing settings at once, also when others are invalid', () => {
    const all = [
      'MARKET_FEED',
      'PUBLIC_URL',
      'SECRET_KEY',
      'HOUSE_SIGNING_KEY',
      'DATABASE_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'SMS_WEBHOOK_URL',
      'UPLOADS_S3_URL',
    ]
    expect(named({ MODE: 'live' })).toEqual(all)
    expect(named({ MODE: 'live', PORT: 'abc' })).toEqual([...all, 'PORT'])
    expect(() => readSettings({}, { MODE: 'live' })).toThrow('openssl rand')
  })
  it.each(Object.keys(whole).filter((name) => name !== 'MODE'))('does not start without %s', (name) => {
    expect(named({ ...whole, [name]: '' })).toContain(name)
  })
  it.each([
    ['MARKET_FEED', 'simulator', 'cannot be selected'],
    ['MARKET_FEED', 'replay', 'a recording is none'],
    ['PUBLIC_URL', 'http://trade.example.com', 'https'],
    ['CONSOLE_URL', 'http://desk.example.com', 'passkeys'],
    ['SECRET_KEY', 'short', '32'],
    ['EVM_RPC_URL', 'https://node.example.com', 'EVM_TOKEN'],
  ])('does not start with %s=%s', (name, value, why) => {
    expect(problemsOf({ ...whole, [name]: value }).join()).toContain(why)
  })
  it.each([
    ['DATABASE_URL', 'postgres://db.example.com/glasshouse', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://db.example.com/glasshouse?sslmode=require', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://u:pw@/glasshouse?host=db.example.com', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://localhost/glasshouse?host=db.example.com', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://db/glasshouse?host=/run/postgresql&host=db.example.com', 'sslmode'],
    ['DATABASE_URL', 'postgres://db.example.com/g?sslmode=verify-full&sslmode=disable', 'sslmode'],
    ['DATABASE_URL', 'postgres://u:p#w@db.example.com/glasshouse', '%23'],
    ['DATABASE_MIGRATION_URL', 'postgres://db.example.com/glasshouse', 'sslmode=verify-full'],
    ['BINANCE_REST_URL', 'http://api.binance.com', 'https://'],
    ['BINANCE_STREAM_URL', 'ws://stream.binance.com:9443', 'wss://'],
    ['SMTP_URL', 'smtp://mail.example.com', 'requireTLS=true'],
    ['SMS_WEBHOOK_URL', 'http://sms.example.com', 'https://'],
    ['BTCPAY_URL', 'http://pay.example.com', 'https://'],
    ['EVM_RPC_URL', 'http://10.0.0.7:8545', 'https://'],
    ['TRON_API_URL', 'http://node.example.com', 'https://'],
    ['EVM_CONFIRMATIONS', '11', 'at least 12'],
    ['TRON_CONFIRMATIONS', '19', 'at least 20'],
    ['EVM_ADDRESS', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'EVM_XPUB'],
    ['TRON_ADDRESS', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', 'TRON_XPUB'],
    ['PASSWORD_POLICY', 'seed', 'strong'],
  ])('refuses %s=%s and says what to do', (name, value, instead) => {
    const [found] = problemsOf({ ...whole, [name]: value }).filter((problem) =>
      problem.startsWith(`${name}:`),
    )
    expect(found).toContain(instead)
    expect(problemsOf({ [name]: value }).join()).not.toContain(instead)
  })
  it('lists everything it refuses at once', () => {
    const refused = {
      EVM_CONFIRMATIONS: '1',
      SMS_WEBHOOK_URL: 'http://sms.example.com',
      PASSWORD_POLICY: 'seed',
    }
    expect(named({ ...whole, ...refused })).toEqual([
      'SMS_WEBHOOK_URL',
      'EVM_CONFIRMATIONS',
      'PASSWORD_POLICY',
    ])
  })
  it.each([
    ['DATABASE_URL', 'postgres://127.0.0.1/glasshouse'],
    ['DATABASE_URL', 'postgres://db/glasshouse?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres://u:pw@/glasshouse?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres://u:pw@/glasshouse?host=db.example.com&sslmode=verify-full'],
    ['BINANCE_REST_URL', 'http://127.0.0.1:9080'],
    ['BINANCE_STREAM_URL', 'ws://localhost:9443'],
    ['SMTP_URL', 'smtp://[::1]:25'],
    ['SMTP_URL', 'smtp://mail.example.com:587?requireTLS=true'],
    ['EVM_CONFIRMATIONS', '12'],
    ['TRON_CONFIRMATIONS', '21'],
    ['PASSWORD_POLICY', 'strong'],
  ])('accepts %s=%s', (name, value) => {
    expect(problemsOf({ ...whole, [name]: value })).toEqual([])
  })
  it('rejects chains and a gateway in practice mode', () => {
    for (const name of ['BTCPAY_URL', 'EVM_RPC_URL', 'TRON_API_URL'])
      expect(named({ [name]: 'https://node.example.com' })).toEqual([name])
  })
})
