import { usdtFromToken } from '@glasshouse/core/deposits/amounts'
import { usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressHex, confirmationsAt, type Log, lookupResult, sumTransferLogs } from './chain.ts'

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const hexOf = (fill: string): string => fill.repeat(40)
const [token, me, mine2, payer, stranger] = ['1', '2', '3', '4', '5'].map(hexOf) as [
  string,
  string,
  string,
  string,
  string,
]
const word = (hex: string): string => hex.padStart(64, '0')
const transfer = (to: string, units: bigint, from = payer, of = token, prefix = '0x'): Log => ({
  address: `${prefix}${of}`,
  topics: [transferTopic, word(from), word(to)].map((topic) => `${prefix}${topic}`),
  data: `${prefix}${word(units.toString(16))}`,
})
const recipients = new Set([me, mine2])
const sum = (...logs: readonly Log[]) => sumTransferLogs(logs, token, recipients)

describe('the transfers of a receipt', () => {
  it('count for the customer’s addresses and the configured token only', () => {
    const unit = fc.bigInt(1n, 10n ** 30n)
    const log = fc.record({
      to: fc.constantFrom(me, mine2, stranger),
      of: fc.constantFrom(token, stranger),
      units: unit,
      prefix: fc.constantFrom('0x', ''),
    })
    fc.assert(
      fc.property(fc.array(log, { maxLength: 8 }), (entries) => {
        const found = sum(
          ...entries.map(({ to, of, units, prefix }) => transfer(to, units, payer, of, prefix)),
        )
        const ofToken = entries.filter(({ of }) => of === token)
        const own = ofToken
          .filter(({ to }) => recipients.has(to))
          .reduce((total, { units }) => total + units, 0n)
        expect(found.units).toBe(own)
        expect(found.finding).toBe(
          ofToken.length === 0 ? 'wrongToken' : own === 0n ? 'wrongRecipient' : 'arrived',
        )
        expect(found.senders).toEqual(own === 0n ? [] : [payer])
      }),
    )
  })

  it('are neither approvals, nor tokens with an indexed amount, nor logs with other data', () => {
    const right = transfer(me, 5n)
    const approval = { ...right, topics: [`0x${'8c5be1e5'.padEnd(64, '0')}`, ...right.topics.slice(1)] }
    const indexed = { ...right, topics: [...right.topics, `0x${word('5')}`], data: '0x' }
    const nameless = { ...right, topics: right.topics.slice(0, 2) }
    for (const other of [
      approval,
      indexed,
      nameless,
      { ...right, data: `${right.data}00` },
      { ...right, data: '0x' },
    ])
      expect(sum(other)).toEqual({ finding: 'wrongToken', units: 0n, senders: [] })
    expect(sum(approval, right)).toMatchObject({ finding: 'arrived', units: 5n })
  })

  it('of nothing are none, and the capitals of an address do not count', () => {
    expect(sum(transfer(me, 0n)).finding).toBe('wrongRecipient')
    const loud = transfer(me, 7n)
    const upper = (hex: string) => `0x${hex.slice(2).toUpperCase()}`
    expect(
      sum({ address: upper(loud.address), topics: loud.topics.map(upper), data: upper(loud.data) }),
    ).toEqual({
      finding: 'arrived',
      units: 7n,
      senders: [payer],
    })
    // A transfer of nothing says nothing about who paid.
    const several = sum(
      transfer(me, 0n, stranger),
      transfer(me, 1n),
      transfer(mine2, 2n),
      transfer(me, 3n, mine2),
    )
    expect(several).toEqual({ finding: 'arrived', units: 6n, senders: [payer, mine2] })
    expect(addressHex(`0x${word('AB'.repeat(20))}`)).toBe('ab'.repeat(20))
  })
})

describe('the result of a lookup', () => {
  const arrival = { finding: 'arrived', units: 1_500_000n, senders: [payer, stranger] } as const
  const at = (confirmations: number, needed = 12) => ({ confirmations, needed, block: 100 })
  const write = (plain: string) => `0x${plain}`

  it('is confirmed at the needed depth, and pending one block before', () => {
    expect(lookupResult(arrival, 6, at(12), write)).toEqual({
      finding: 'confirmed',
      arrived: usdt('1.5'),
      sender: `0x${payer}`,
      senders: [`0x${payer}`, `0x${stranger}`],
      confirmations: 12,
      block: 100,
    })
    expect(lookupResult(arrival, 6, at(11), write)).toMatchObject({
      finding: 'pending',
      arrived: usdt('1.5'),
    })
    expect(lookupResult({ ...arrival, senders: [] }, 6, at(12), write).sender).toBeNull()
  })

  it('names nothing as received unless a creditable amount reached the customer', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('arrived' as const, 'wrongToken' as const, 'wrongRecipient' as const),
        fc.oneof(fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 30n)),
        fc.constantFrom(0, 6, 8, 18),
        fc.integer({ min: 0, max: 40 }),
        (finding, units, decimals, confirmations) => {
          const found = lookupResult({ finding, units, senders: [payer] }, decimals, at(confirmations), write)
          const worth = finding === 'arrived' ? usdtFromToken(units, decimals) : 0n
          expect(found.arrived).toBe(worth === 0n ? null : worth)
          expect(found.finding === 'confirmed' || found.finding === 'pending').toBe(worth > 0n)
          if (worth === 0n) expect(found.finding).toBe(finding === 'arrived' ? 'wrongRecipient' : finding)
          if (found.finding === 'confirmed') expect(confirmations).toBeGreaterThanOrEqual(12)
        },
      ),
    )
  })
})

it('counts the block of the transfer itself, and none while the node is behind it', () => {
  expect([confirmationsAt(100, 100), confirmationsAt(111, 100), confirmationsAt(99, 100)]).toEqual([1, 12, 0])
  expect(confirmationsAt(90, 100)).toBe(0)
})
