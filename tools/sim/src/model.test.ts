import { expect, it } from 'vitest'
import {
  copyOf,
  type ModelMarket,
  modelConvert,
  modelDeposit,
  modelSend,
  modelTransfer,
  newcomer,
} from './model.ts'
import { modelClose, modelOpen } from './modelContracts.ts'

const at = (bid: bigint, ask: bigint, stale = false): ModelMarket => ({
  best: () => ({ bid: bid * 1_000_000_000n, ask: ask * 1_000_000_000n }),
  stale: () => stale,
  heardMs: () => 0,
  wallMs: () => 0,
  nowMs: Date.UTC(2026, 5, 16, 12),
  riskGate: false,
})
const usdt = (whole: number) => BigInt(whole) * 100_000_000n
const eleven = {
  symbol: 'BTCUSDT',
  wallet: 'contract',
  sign: 1n,
  leverage: 10n,
  lot: 100_000n,
  feePpm: 500n,
  lots: 11n,
  ...{ limit: null, loss: null, profit: null, expires: null, isStop: false },
} as const

const rich = () => {
  const customer = newcomer()
  customer.purse.contract = usdt(100)
  return customer
}

it('charges a margin of 72.435 and a fee of 0.362175 for eleven lots at 65850', () => {
  const customer = rich()
  expect(modelOpen(customer, eleven, at(65849n, 65850n))).toBeNull()
  expect(customer.purse.contractMargin).toBe(7_243_500_000n)
  expect(customer.purse.contract).toBe(usdt(100) - 7_243_500_000n - 36_217_500n)
})

it('pays a profit of 1.0835 less the fee for a rise of 98.5', () => {
  const customer = rich()
  modelOpen(customer, eleven, at(65849n, 65850n))
  const before = customer.purse.contract
  expect(
    modelClose(customer, -1, null, { ...at(0n, 0n), best: () => ({ bid: 65948_500_000_000n, ask: 0n }) }),
  ).toBeNull()
  expect(customer.purse.contract - before).toBe(7_243_500_000n + 108_350_000n - 36_271_675n)
  expect(customer.purse.contractMargin).toBe(0n)
})

it('takes no more than the wallet holds', () => {
  const customer = rich()
  modelOpen(customer, eleven, at(65849n, 65850n))
  expect(modelClose(customer, -1, null, at(1n, 2n))).toBeNull()
  expect(customer.purse.contract).toBe(0n)
  // The loss exceeds 100 USDT; the insurance fund pays the difference.
  const { trading, fees, insurance } = customer.house
  expect(trading + fees + insurance).toBe(usdt(100))
  expect(insurance).toBeLessThan(0n)
  expect(modelClose(customer, -1, null, at(1n, 2n))).toBe('invalidState')
})

it('rejects insufficient balances, stale prices and blocked transfers', () => {
  const customer = rich()
  expect(modelOpen(copyOf(customer), { ...eleven, lots: 20n }, at(65849n, 65850n))).toBe(
    'insufficientBalance',
  )
  expect(modelOpen(copyOf(customer), eleven, at(65849n, 65850n, true))).toBe('priceChanged')
  expect(modelTransfer(customer, 'contract', 'wallet', usdt(101), at(1n, 1n))).toBe('insufficientBalance')
  modelOpen(customer, eleven, at(65849n, 65850n))
  // 27.2 are available, but 200 % of the margin must stay.
  expect(modelTransfer(customer, 'contract', 'wallet', 1n, at(65849n, 65850n))).toBe('insufficientBalance')
})

it('converts coins at the bid, truncated to whole units, and pays from the trading reserve', () => {
  const customer = newcomer()
  customer.purse.walletBTC = 25_000_000n
  const market = { ...at(0n, 0n), best: () => ({ bid: 66_128_740_000_000n, ask: 0n }) }
  expect(modelConvert(copyOf(customer), 'wallet', 'BTC', 25_000_001n, market)).toBe('insufficientBalance')
  expect(modelConvert(copyOf(customer), 'wallet', 'BTC', 0n, market)).toBe('outOfRange')
  expect(modelConvert(copyOf(customer), 'wallet', 'BTC', 1n, { ...market, stale: () => true })).toBe(
    'priceChanged',
  )
  expect(modelConvert(customer, 'wallet', 'BTC', 25_000_000n, market)).toBeNull()
  expect(customer.purse).toMatchObject({ walletBTC: 0n, wallet: 1_653_218_500_000n })
  expect(customer.house.trading).toBe(-1_653_218_500_000n)
})

it('sends no more than the balance, and counts fees and results towards the day', () => {
  const customer = rich()
  expect(modelSend(customer, 1n)).toBe('insufficientBalance')
  expect(modelDeposit(customer, usdt(5), 0)).toBeNull()
  expect(modelSend(customer, usdt(5))).toBeNull()
  expect(customer.purse.wallet).toBe(0n)
  modelOpen(customer, eleven, at(65849n, 65850n))
  expect(customer.guard.result).toBe(-36_217_500n)
  modelClose(customer, -1, null, at(1n, 2n))
  expect(customer.guard.result).toBe(-usdt(100))
})

it('refuses an order above a million, and more than five million of one customer on a market', () => {
  const customer = newcomer()
  customer.purse.contract = usdt(9_000_000)
  customer.purse.contract2 = usdt(9_000_000)
  const open = (lots: bigint, wallet: 'contract' | 'contract2', symbol = 'BTCUSDT') =>
    modelOpen(customer, { ...eleven, wallet, symbol, lots }, at(49_999n, 50_000n))
  expect(open(20_001n, 'contract')).toBe('outOfRange')
  for (const wallet of ['contract', 'contract2', 'contract', 'contract2', 'contract'] as const)
    expect(open(20_000n, wallet)).toBeNull()
  expect(open(1n, 'contract2')).toBe('outOfRange')
  expect(open(1n, 'contract2', 'ETHUSDT')).toBeNull()
})
