import { expect, it } from 'vitest'
import { shareOf, validateCapitalMove } from './reserve.ts'

const reserve = { reserve: 'trading', asset: 'USDT', balance: '1000', promised: '250', free: '750' } as const

it('limits the promised share to 100 %', () => {
  expect(shareOf(reserve)).toBe(25)
  expect(shareOf({ ...reserve, balance: '100', promised: '250' })).toBe(100)
  expect(shareOf({ ...reserve, balance: '0', promised: '0' })).toBe(0)
  expect(shareOf({ ...reserve, balance: '0', promised: '1' })).toBe(100)
})

it('allows a withdrawal of the free amount and not one unit more', () => {
  expect(validateCapitalMove(reserve, 'out', '750')).toBeNull()
  expect(validateCapitalMove(reserve, 'out', '750.00000001')).toContain('750')
  expect(validateCapitalMove(reserve, 'in', '1000000')).toBeNull()
  for (const text of ['0', '', '-1', 'x'])
    expect(validateCapitalMove(reserve, 'in', text)).toContain('above 0')
})
