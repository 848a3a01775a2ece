import type { TypedMarket } from '@glasshouse/core/markets/staff/codec'

/** Market 1 as the sample data has it, in the form in which staff save it. */
export const typedBitcoin: TypedMarket = {
  pid: 1,
  title: 'Bitcoin',
  icon: 'btc',
  lot: '0.001',
  minLots: 1,
  stepLots: 1,
  leverages: '2,5,10,20',
  feeRate: '0.0005',
  expiryMinutes: '0.5,1,3,5,15',
  payoutPercents: '70,75,80,82,85',
  scale: 2,
  isOnSale: true,
}
