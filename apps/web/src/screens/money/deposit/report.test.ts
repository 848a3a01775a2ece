import { usdt } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import { randomHash, type TransferReport, validateReport } from './report.ts'

const limits = { min: usdt('10'), max: usdt('50000') }
const hash = `0x${'5b'.repeat(32)}`
const whole: TransferReport = { money: '1000', hash, from: '', url: null }
const plan = (part: Partial<TransferReport>, network: 1001 | 1002 = 1001) =>
  validateReport(network, { ...whole, ...part }, limits)

describe('report of a transfer', () => {
  it('normalizes amount and hash as the server does', () => {
    expect(plan({ hash: ` 0x${'5B'.repeat(16)} ${'5b'.repeat(16)} ` })).toEqual({
      mistakes: {},
      amount: usdt('1000'),
      command: { network: 1001, amount: usdt('1000'), hash },
    })
  })
  it('includes sender and screenshot only if present', () => {
    const from = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
    expect(plan({ hash: '5b'.repeat(32), from: ` ${from} `, url: '/api/uploads/x' }, 1002).command).toEqual({
      network: 1002,
      amount: usdt('1000'),
      hash: '5b'.repeat(32),
      sender: from,
      pictureUrl: '/api/uploads/x',
    })
  })
  it('returns all field issues at once', () => {
    expect(plan({ money: '', hash: '', from: 'T1' }).mistakes).toEqual({
      money: 'enter',
      hash: 'enter',
      from: 'wrong',
    })
  })
  it('accepts both limits and nothing beyond', () => {
    expect([plan({ money: '10' }).mistakes, plan({ money: '50000' }).mistakes]).toEqual([{}, {}])
    expect(plan({ money: '9.99999999' }).mistakes.money).toBe('min')
    expect(plan({ money: '50000.00000001' }).mistakes.money).toBe('max')
    expect(plan({ money: '1e3' }).mistakes.money).toBe('wrong')
    expect(validateReport(1001, { ...whole, money: '1' }, { min: null, max: null }).command).not.toBeNull()
  })
  it('distinguishes the hashes of the two networks', () => {
    expect(plan({}, 1002).mistakes.hash).toBe('wrong')
    expect(plan({ hash: hash.slice(2) }).mistakes.hash).toBe('wrong')
    expect(plan({ hash: `${hash}0` }).mistakes.hash).toBe('wrong')
  })
  it('generates a random hash in the format of each network', () => {
    for (const network of [1001, 1002] as const)
      expect(plan({ hash: randomHash(network, '0a'.repeat(32)) }, network).mistakes).toEqual({})
  })
})
