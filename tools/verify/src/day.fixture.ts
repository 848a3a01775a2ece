import { contractOrderToWire } from '@glasshouse/core/contracts/codec'
import {
  closingPrice,
  fillPrice,
  margin,
  quantityOf,
  sideFromWire,
  tradingFee,
  unrealizedPnl,
} from '@glasshouse/core/contracts/rules'
import { genesisHash, type Tick, tickEvidence, tickHash } from '@glasshouse/core/markets/evidence'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { formatPrice, formatUsdt, type Price, price, quantity, usdt } from '@glasshouse/core/money/units'
import { seededRandom } from '@glasshouse/testkit/random'
import { sha256 } from './chains.ts'
import type { Receipt } from './read.ts'

const startMs = Date.UTC(2026, 5, 16, 12)

/** A day of ticks of one symbol, chained as the product chains them. */
export const plantTicks = (symbol: string, count: number, seed: number): readonly TickEvidence[] => [
  ...ticksOf(symbol, count, seed),
]

/** The same one by one, for days that are too large for a list. */
export const ticksOf = function* (symbol: string, count: number, seed: number): Generator<TickEvidence> {
  const random = seededRandom(seed)
  let previousHash = genesisHash
  let at = 66_000_000_000_000n
  for (let index = 0; index < count; index += 1) {
    at += BigInt(random.whole(-40, 40)) * 10_000_000n
    const unhashed = {
      symbol,
      n: index + 1,
      kind: 'trade' as const,
      source: 'simulator',
      sourceSequence: `${index + 1}`,
      sourceTimeMs: startMs + index * 250,
      recordedTimeMs: null,
      receivedTimeMs: startMs + index * 250 + 3,
      price: at as Price,
      quantity: quantity('0.02'),
      side: 'buy' as const,
      bid: (at - 5_000_000n) as Price,
      ask: (at + 5_000_000n) as Price,
    }
    const hash = tickHash(previousHash, unhashed, sha256)
    const tick: Tick = { ...unhashed, previousHash, hash }
    previousHash = hash
    yield tickEvidence(tick)
  }
}

const lot = quantity('0.001')
const feeRatePpm = 500

/** A position opened at one tick and closed at another, charged by the rules. */
export const plantReceipt = (
  id: number,
  type: 1 | 2,
  lots: number,
  ticks: readonly TickEvidence[],
): Receipt => {
  const [opening, closing] = [ticks[id], ticks[id + 20]]
  if (opening === undefined || closing === undefined) throw new RangeError('too few ticks')
  const side = sideFromWire(type)
  const best = (tick: TickEvidence) => ({ bid: price(tick.bid), ask: price(tick.ask) })
  const openPrice = fillPrice(side, best(opening))
  const closePrice = closingPrice(side, best(closing))
  const coins = quantityOf(lots, lot)
  const held = margin(coins, openPrice, 10)
  const profit = unrealizedPnl({ side, quantity: coins, openPrice }, closePrice)
  const fees = [tradingFee(coins, openPrice, feeRatePpm), tradingFee(coins, closePrice, feeRatePpm)] as const
  const event = {
    time: opening.receivedTime,
    rule: 'marketBuyAtAsk',
    number: lots,
    margin: formatUsdt(held),
    insurance: '0',
    transactionId: id,
  }
  return {
    lot: '0.001',
    feeRatePpm,
    order: contractOrderToWire({
      ...{ id, parentId: null, pid: 1, symbol: opening.symbol, side: sideFromWire(type), state: 'closed' },
      ...{ leverage: 10, lots, openPrice, currentPrice: closePrice, closePrice },
      ...{ takeProfit: null, stopLoss: null, liquidationPrice: null, closeReason: 'user' },
      ...{ expiresMs: null, trigger: null, closingOrders: [], trailing: null },
      ...{ margin: held, pnl: profit, fees: usdt(formatUsdt(fees[0] + fees[1])), feeRatePpm: 500 },
      ...{ openedMs: opening.receivedTime, createdMs: opening.receivedTime },
      ...{ closedMs: closing.receivedTime, cancelledMs: closing.receivedTime },
      ...{ title: 'Bitcoin', isAiOrder: false },
    }),
    events: [
      {
        ...event,
        kind: 'opened',
        price: formatPrice(openPrice),
        fee: formatUsdt(fees[0]),
        profit: '0',
        tick: opening,
      },
      {
        ...event,
        kind: 'closed',
        rule: 'marketSellAtBid',
        price: formatPrice(closePrice),
        fee: formatUsdt(fees[1]),
        profit: formatUsdt(profit),
        tick: closing,
      },
    ],
  }
}
