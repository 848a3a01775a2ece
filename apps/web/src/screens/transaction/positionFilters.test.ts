import { expect, it } from 'vitest'
import { isContractShown, isOptionShown, noPositionFilters, type PositionFilters } from './positionFilters.ts'

const contracts = [
  { symbol: 'BTCUSDT', side: 'long' },
  { symbol: 'ETHUSDT', side: 'short' },
] as const
const options = [
  { symbol: 'BTCUSDT', type: 'put' },
  { symbol: 'ETHUSDT', type: 'call' },
] as const

const contractsOf = (filters: PositionFilters, orders: typeof contracts) =>
  orders.filter((order) => isContractShown(filters, order))
const optionsOf = (filters: PositionFilters, orders: typeof options) =>
  orders.filter((order) => isOptionShown(filters, order))

it('leaves contracts and options of a market', () => {
  const filters = { ...noPositionFilters, symbol: 'BTCUSDT' }
  expect(contractsOf(filters, contracts)).toEqual([contracts[0]])
  expect(optionsOf(filters, options)).toEqual([options[0]])
})

it('counts CALL with long and PUT with short', () => {
  const rise = { ...noPositionFilters, direction: 'rise' } as const
  expect([contractsOf(rise, contracts), optionsOf(rise, options)]).toEqual([[contracts[0]], [options[1]]])
  const fall = { ...noPositionFilters, direction: 'fall' } as const
  expect([contractsOf(fall, contracts), optionsOf(fall, options)]).toEqual([[contracts[1]], [options[0]]])
})

it('leaves only the product it names', () => {
  expect(contractsOf({ ...noPositionFilters, kind: 'option' }, contracts)).toEqual([])
  expect(optionsOf({ ...noPositionFilters, kind: 'option' }, options)).toEqual(options)
  expect(optionsOf({ ...noPositionFilters, kind: 'contract' }, options)).toEqual([])
})
