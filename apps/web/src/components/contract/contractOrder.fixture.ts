import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import { price, usdt } from '@glasshouse/core/money/units'

/** An open long position of 600 lots at 20×. */
export const openPosition: ContractOrder = {
  id: 1,
  parentId: null,
  pid: 1,
  symbol: 'BTCUSDT',
  side: 'long',
  state: 'open',
  leverage: 20,
  lots: 600,
  openPrice: price('65702.1'),
  takeProfit: null,
  stopLoss: null,
  currentPrice: price('65800'),
  closePrice: null,
  margin: usdt('1971.063'),
  pnl: usdt('58.74'),
  fees: usdt('19.71063'),
  feeRatePpm: 500,
  feeFromBonus: usdt('0'),
  liquidationPrice: price('63594.38'),
  closeReason: null,
  createdMs: 1,
  openedMs: 1,
  closedMs: null,
  cancelledMs: null,
  closingOrders: [],
  trailing: null,
  trigger: null,
  expiresMs: null,
}
