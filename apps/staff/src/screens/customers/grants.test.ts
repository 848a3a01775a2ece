import { aiAccessFromWire } from '@glasshouse/core/ai/activation/codec'
import { expect, it } from 'vitest'
import { aiAccessBlockReason, experienceOf, formatAiAccess, readDays, validateGrant } from './grants.ts'

const access = (activecodestatus: number, activeuntil: number | null = null) =>
  aiAccessFromWire({ activecode: 'G', activecodestatus, activeuntil })
const profile = (status: number, closedMs: number | null = null) => ({ ai: access(status), closedMs })
const noon = Date.UTC(2026, 5, 16, 11)

it('describes the AI ordering state', () => {
  expect([1, 2].map((status) => formatAiAccess(access(status)))).toEqual([
    'not claimed',
    'claimed, waits for you',
  ])
  expect(formatAiAccess(access(3, noon))).toBe('active until 16 Jun 2026, 12:00:00')
  expect(formatAiAccess(access(4, noon))).toBe('over since 16 Jun 2026, 12:00:00')
})

it('allows activation of a claimed code on an open account, for 1 to 366 days', () => {
  expect([1, 2, 3, 4].map((status) => aiAccessBlockReason(profile(status)) === null)).toEqual([
    false,
    true,
    true,
    true,
  ])
  expect(aiAccessBlockReason(profile(2, 5))).toBe('The account is closed')
  expect(['1', ' 30 ', '366'].map(readDays)).toEqual([1, 30, 366])
  expect(['0', '367', '1.5', '-1', '', 'x'].map(readDays)).toEqual([null, null, null, null, null, null])
})

it('requires a positive amount and a reason', () => {
  expect(validateGrant('12.5', 'welcome')).toBeNull()
  for (const amount of ['0', '-1', '1e3', '', '1.000000001'])
    expect(validateGrant(amount, 'welcome')).toBe('An amount of USDT above 0.')
  expect(validateGrant('1', ' ')).toBe('Say why.')
})

it('returns the experience balance, or 0', () => {
  const balances = [{ account: 'experience', asset: 'USDT', amount: '40' }]
  expect(experienceOf({ balances })).toBe('40')
  expect(experienceOf({ balances: [] })).toBe('0')
})
