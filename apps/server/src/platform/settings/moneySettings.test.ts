import { HDKey } from '@scure/bip32'
import { expect, it } from 'vitest'
import { InvalidSettingsError, readSettings } from './settings.ts'

const problemsOf = (environment: Record<string, string>): string => {
  try {
    readSettings(environment)
    return ''
  } catch (error) {
    if (error instanceof InvalidSettingsError) return error.problems.join('\n')
    throw error
  }
}

const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(7))
const [xpub, xprv] = [root.publicExtendedKey, root.privateExtendedKey]
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

it.each(['BTCPAY_URL', 'EVM_RPC_URL', 'TRON_API_URL'])('rejects %s in practice mode', (name) => {
  expect(problemsOf({ [name]: 'http://127.0.0.1:9' })).toMatch(
    new RegExp(`^${name}: practice mode has play money`),
  )
})

it.each(['EVM_XPUB', 'TRON_XPUB'])(
  'accepts a public key as %s and rejects a private one without repeating it',
  (name) => {
    expect(readSettings({ [name]: xpub })).toMatchObject({ [name]: xpub })
    for (const secret of [xprv, 'abandon abandon abandon about']) {
      const problems = problemsOf({ [name]: secret })
      expect(problems).toMatch(new RegExp(`^${name}: is a private key`))
      expect(problems).not.toContain(secret)
    }
    for (const bad of ['xpub', `${xpub}x`, 'ypub6X'])
      expect(problemsOf({ [name]: bad })).toMatch(new RegExp(`^${name}: must be an extended public key`))
  },
)

it('lists further requirements of a gateway and a chain', () => {
  const live = { MODE: 'live' }
  expect(problemsOf({ ...live, BTCPAY_URL: 'https://pay.example.com' })).toMatch(
    /BTCPAY_STORE: is needed by BTCPAY_URL\nBTCPAY_KEY: .*\nBTCPAY_WEBHOOK_SECRET: /,
  )
  expect(problemsOf({ ...live, EVM_RPC_URL: 'https://node.example.com' })).toMatch(
    /EVM_TOKEN: is needed by EVM_RPC_URL\nEVM_XPUB: is needed by EVM_RPC_URL/,
  )
  expect(
    problemsOf({ ...live, EVM_RPC_URL: 'https://n.example', EVM_TOKEN: evm, EVM_XPUB: xpub }),
  ).not.toContain('EVM_')
  expect(problemsOf({ ...live, TRON_API_URL: 'https://api.trongrid.io', TRON_XPUB: xpub })).toContain(
    'TRON_TOKEN: is needed by TRON_API_URL',
  )
})

it('rejects an invalid address, URL or number of blocks', () => {
  for (const [name, value] of [
    ['EVM_ADDRESS', evm.slice(1)],
    ['TRON_ADDRESS', evm],
    ['EVM_RPC_URL', 'ftp://node'],
    ['EVM_CONFIRMATIONS', '0'],
    ['TRON_CONFIRMATIONS', 'many'],
  ] as const)
    expect(problemsOf({ MODE: 'live', [name]: value })).toContain(`${name}: `)
})
