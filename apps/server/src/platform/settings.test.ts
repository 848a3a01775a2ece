import { expect, it } from 'vitest'
import { BadSettings, passwordPolicyOf, publicOrigin, readSettings } from './settings.ts'

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof BadSettings) return error.problems
    throw error
  }
}

it('needs nothing', () => {
  expect(readSettings({})).toMatchObject({
    MODE: 'practice',
    PORT: 3000,
    HOST: '127.0.0.1',
    MARKET_FEED: 'simulator',
  })
  expect(readSettings({}).MARKET_SYMBOLS).toHaveLength(8)
})

it('takes an empty value as absent', () => {
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
  [{ NATS_URL: 'nats://127.0.0.1' }, 'NATS_URL'],
  [{ ROLES: 'web,push' }, 'ROLES'],
  [{ SMTP_URL: 'http://mail.example.com' }, 'SMTP_URL'],
  [{ SMS_WEBHOOK_URL: 'sms.example.com' }, 'SMS_WEBHOOK_URL'],
  [{ PUBLIC_URL: 'https://example.com/shop' }, 'PUBLIC_URL'],
  [{ MAIL_FROM: 'a@b\r\nBcc: c@d' }, 'MAIL_FROM'],
  [{ PASSWORD_POLICY: 'weak' }, 'PASSWORD_POLICY'],
  [{ COUNTRY_HEADER: 'country: ' }, 'COUNTRY_HEADER'],
  [{ TRUSTED_PROXIES: '10.0.0.0/40' }, 'TRUSTED_PROXIES'],
  [{ TRUSTED_PROXIES: 'everybody' }, 'TRUSTED_PROXIES'],
  [{ GLASSHOUSE_SPEED: '1' }, 'GLASSHOUSE_SPEED'],
])('refuses %j and names the setting', (environment, name) => {
  expect(problemsOf(environment).map((problem) => problem.split(':')[0])).toContain(name)
})

it('reads a file below the environment and refuses a name in it that it does not know', () => {
  expect(readSettings({ PORT: '3001' }, { PORT: '3002', HOST: '0.0.0.0' })).toMatchObject({
    PORT: 3001,
    HOST: '0.0.0.0',
  })
  expect(() => readSettings({}, { PROT: '3002' })).toThrow('PROT: no such setting')
})

it('asks for strong passwords in live mode and for the product’s own in practice, unless told', () => {
  const policyOf = (changes: object) => passwordPolicyOf({ ...readSettings({}), ...changes })
  expect(policyOf({})).toBe('seed')
  expect(policyOf({ MODE: 'live' })).toBe('strong')
  expect(policyOf({ PASSWORD_POLICY: 'strong' })).toBe('strong')
  expect(policyOf({ MODE: 'live', PASSWORD_POLICY: 'seed' })).toBe('seed')
})

it('knows where customers reach it', () => {
  expect(publicOrigin(readSettings({ PORT: '3105' }))).toBe('http://localhost:3105')
  expect(publicOrigin(readSettings({ PUBLIC_URL: 'https://trade.example.com/' }))).toBe(
    'https://trade.example.com',
  )
})

it('lists every problem at once', () => {
  expect(problemsOf({ PORT: 'x', MODE: 'y' })).toHaveLength(2)
})

it('does not start in live mode with a simulator or without a database', () => {
  const problems = problemsOf({ MODE: 'live' })
  expect(problems.some((problem) => problem.startsWith('MARKET_FEED'))).toBe(true)
  expect(problems.some((problem) => problem.startsWith('DATABASE_URL'))).toBe(true)
})
