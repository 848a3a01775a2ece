import { usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { equityShown } from './equity.ts'

it('adds displayed balances and displayed PnL, so that the total is the sum of what stands below it', () => {
  const wallet = (balance: string, profit: string) => ({
    account: { balance: usdt(balance) },
    shown: { profit: usdt(profit), margin: usdt('197.9248'), hold: usdt('10') },
  })
  expect(equityShown([wallet('5000.00009', '-0.3762'), wallet('5000.00009', '0.2193')])).toEqual({
    equity: usdt('9999.8431'),
    profit: usdt('-0.1569'),
    margin: usdt('395.8496'),
    hold: usdt('20'),
  })
})

it('is 0 without wallets', () => {
  expect(equityShown([])).toEqual({ equity: 0n, profit: 0n, margin: 0n, hold: 0n })
})
