import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toHex, utf8 } from '../bytes.ts'
import { report as example } from '../liabilities/example.fixture.ts'
import { noneProven, parseReport, reportText, sumHoldings } from '../liabilities/report.ts'
import {
  type Holding,
  type HoldingNetwork,
  holdingMessage,
  holdingsLine,
  isSignedByAddress,
  recoverPublicKey,
  verifyHoldings,
} from './holdings.ts'
import { makeWallet, signatureBytes } from './wallet.fixture.ts'

it('hashes as the published vectors of Keccak-256 do', () => {
  expect(toHex(keccak_256(utf8('')))).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
  expect(toHex(keccak_256(utf8('abc')))).toBe(
    '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
  )
  expect(toHex(keccak_256(utf8('Transfer(address,address,uint256)')))).toBe(
    'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  )
})

it('accepts a signature that another wallet made', () => {
  const address = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
  const signature =
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'
  const claim = { network: 1001, address } as const
  expect(isSignedByAddress(claim, 'Some data', signature)).toBe(true)
  expect(isSignedByAddress(claim, 'Some date', signature)).toBe(false)
  expect(isSignedByAddress({ ...claim, network: 1002 }, 'Some data', signature)).toBe(false)
})

it('finds the key of any signature, and none in anything else', () => {
  fc.assert(
    fc.property(fc.string(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (name, hash) => {
      const { publicKey, signHash } = makeWallet(name)
      const signature = signatureBytes(signHash(hash))
      expect(toHex(recoverPublicKey(hash, signature) ?? new Uint8Array())).toBe(toHex(publicKey))
      const other = signature.with(40, (signature[40] ?? 0) ^ 1)
      expect(toHex(recoverPublicKey(hash, other) ?? new Uint8Array())).not.toBe(toHex(publicKey))
    }),
    { numRuns: 4 },
  )
  const hash = new Uint8Array(32)
  for (const broken of [new Uint8Array(64), new Uint8Array(65), new Uint8Array(65).fill(255)])
    expect(recoverPublicKey(hash, broken)).toBeNull()
})

const [one, other] = [makeWallet('one'), makeWallet('other')]
const holding = (
  wallet: typeof one,
  network: HoldingNetwork,
  amount: string,
  block: number,
  number = 1,
): Holding => {
  const claim = { number, day: example.day, asset: 'USDT', network, address: wallet.addresses[network] }
  return { ...claim, message: holdingMessage(claim), signature: wallet.sign(claim), amount, block }
}
const proven = [
  holding(one, 1001, '100.5', 7),
  holding(other, 1001, '0.00000001', 7),
  holding(one, 1002, '20', 9),
]
const text = reportText({ ...example, holdings: 'USDT:100.50000001@7,USDT:20@9' })

it('states sums per asset and network at their block, and nothing without a proof', () => {
  expect(holdingsLine([])).toBe(noneProven)
  const units = proven.map((one, at) => ({ ...one, amount: [10_050_000_000n, 1n, 2_000_000_000n][at] ?? 0n }))
  expect(parseReport(text)?.holdings).toBe(holdingsLine(units))
  expect(sumHoldings(noneProven)).toEqual(new Map())
  expect(sumHoldings('USDT:100.50000001@7,USDT:20@9')).toEqual(new Map([['USDT', 12_050_000_001n]]))
  for (const broken of ['', 'USDT:1', 'USDT:-1@7', 'USDT:1@7,', 'USDT:1.123456789@7', 'usdt:1@7']) {
    expect(sumHoldings(broken)).toBeNull()
    expect(parseReport(reportText({ ...example, holdings: broken }))).toBeNull()
  }
})

it('states them by asset and network, whatever their order was', () => {
  const of = (asset: string, network: number, amount: bigint, block: number) => ({
    asset,
    network,
    amount,
    block,
  })
  const all = [
    of('USDT', 1001, 1n, 7),
    of('USDT', 1002, 2n, 9),
    of('ETH', 1001, 3n, 7),
    of('TRX', 1002, 4n, 9),
  ]
  const line = 'ETH:0.00000003@7,TRX:0.00000004@9,USDT:0.00000001@7,USDT:0.00000002@9'
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: 4 }), (turned) => {
      expect(holdingsLine(turned)).toBe(line)
    }),
  )
})

const changed = (at: number, change: Partial<Holding>): readonly Holding[] =>
  proven.map((one, place) => (place === at ? { ...one, ...change } : one))

it('counts an Ethereum address once, however it is written, and a TRON address as it is written', () => {
  const [first] = proven as [Holding]
  const shouted = { ...first, address: first.address.toUpperCase().replace('0X', '0x') }
  const twice = verifyHoldings(reportText({ ...example, holdings: 'USDT:201@7' }), [first, shouted])
  expect(twice.map(({ at, reason }) => [at, reason])).toEqual([
    [`holding ${shouted.address}`, 'the address is there twice'],
  ])
  // One address on two networks is two.
  expect(verifyHoldings(text, proven)).toEqual([])
  const claim = {
    number: 1,
    day: example.day,
    asset: 'USDT',
    network: 1001,
    address: shouted.address,
  } as const
  expect(holdingMessage(claim)).toBe(first.message)
  const onTron = { ...claim, network: 1002, address: one.addresses[1002] } as const
  expect(holdingMessage(onTron)).toContain(`address=${one.addresses[1002]}`)
})

it('compares nothing with a text that is no report, and names the report otherwise', () => {
  expect(verifyHoldings('glasshouse.report.v1', proven)).toEqual([
    { at: 'report', reason: 'the text is no report' },
  ])
  expect(verifyHoldings(text, [])[0]?.at).toBe('report 1')
})

it('takes a signature of 65 bytes with one of four parities, of a hash of 32', () => {
  const hash = keccak_256(utf8('text'))
  const bytes = signatureBytes(one.signHash(hash))
  expect(recoverPublicKey(hash, bytes)).not.toBeNull()
  const parity = bytes[64] ?? 0
  expect(recoverPublicKey(hash, bytes.with(64, parity - 27))).toEqual(recoverPublicKey(hash, bytes))
  for (const wrong of [2, 26, 29, 255]) expect(recoverPublicKey(hash, bytes.with(64, wrong))).toBeNull()
  expect(recoverPublicKey(hash.slice(1), bytes)).toBeNull()
  expect(recoverPublicKey(hash, new Uint8Array([...bytes, 0]))).toBeNull()
  const message = holdingMessage({
    number: 1,
    day: '20270115',
    asset: 'USDT',
    network: 1001,
    address: one.addresses[1001],
  })
  const signature = one.sign({
    number: 1,
    day: '20270115',
    asset: 'USDT',
    network: 1001,
    address: one.addresses[1001],
  })
  const by = { network: 1001, address: one.addresses[1001] } as const
  expect(isSignedByAddress(by, message, signature)).toBe(true)
  expect(isSignedByAddress(by, message, signature.slice(2))).toBe(true)
  expect(isSignedByAddress(by, message, `${signature.slice(2)}0x`)).toBe(false)
})

it('accepts holdings that are proven', () => {
  expect(verifyHoldings(text, proven)).toEqual([])
  expect(verifyHoldings(reportText(example), [])).toEqual([])
})

it.each<readonly [string, readonly Holding[], RegExp]>([
  ['without proofs', [], /not those proven/],
  ['with an address left out', proven.slice(1), /not those proven/],
  ['with an address twice', [...proven, ...proven.slice(0, 1)], /twice/],
  ['with another amount', changed(0, { amount: '100.6' }), /not those proven/],
  ['with a malformed amount', changed(0, { amount: '-1' }), /malformed/],
  ['with another block', changed(2, { block: 8 }), /not those proven/],
  ['with several blocks of one network', changed(0, { block: 8 }), /several blocks/],
  ['with another asset', changed(0, { asset: 'ETH' }), /not of this report/],
  ['with another network', changed(0, { network: 1002 }), /not of this report/],
  ['with an unknown network', changed(0, { network: 1003 }), /malformed/],
  ['with the address of another', changed(0, { address: other.addresses[1001] }), /not of this report/],
  [
    'with the signature of another',
    changed(0, { signature: proven[1]?.signature ?? '' }),
    /not of this address/,
  ],
  ['with no signature', changed(0, { signature: '' }), /not of this address/],
  [
    'with a message of another report',
    [holding(one, 1001, '100.5', 7, 2), ...proven.slice(1)],
    /not of this report/,
  ],
])('refuses holdings %s', (_, holdings, reason) => {
  const found = verifyHoldings(text, holdings)
  expect(found.map((difference) => difference.reason).join('; ')).toMatch(reason)
})
