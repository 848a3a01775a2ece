import { sideFromWire } from '@glasshouse/core/contracts/rules'
import type { PoolOrder } from '@glasshouse/core/invest/codec'
import { type Price, price } from '@glasshouse/core/money/units'
import { useMemo } from 'react'
import { ShownReceipt } from '../../../components/receipt/contract/ContractReceipt.tsx'
import type { ReceiptAnswer } from '../../../components/receipt/contract/receipt.ts'
import type { QueryState } from '../../../data/query.ts'
import { useMarkets } from '../../../data/quotes.ts'

const stopOf = (text: string): Price | null => (text === '0' ? null : price(text))

/** Receipt of an order of a pool in the form of any contract order; null of a skip, which has none. */
const receiptOf = (row: PoolOrder, symbol: string): ReceiptAnswer | null =>
  row.order === null || row.price === null || row.lot === null || row.feeRatePpm === null
    ? null
    : {
        order: {
          id: row.order,
          pid: row.pid,
          symbol,
          side: sideFromWire(row.type),
          leverage: row.multiple,
          openPrice: price(row.price),
          stopLoss: stopOf(row.stopLossPrice),
          takeProfit: stopOf(row.targetProfitPrice),
        },
        lot: row.lot,
        feeRatePpm: row.feeRatePpm,
        events: row.receipt,
      }

/** Receipt of an order of a pool: its ticks, and every charge worked out again. Load it lazily. */
export default function PoolReceipt({ row, onClose }: { row: PoolOrder; onClose: () => void }) {
  const markets = useMarkets()
  const symbol = markets.data?.find(({ pid }) => pid === row.pid)?.symbol ?? row.title
  const receipt = useMemo(() => receiptOf(row, symbol), [row, symbol])
  if (markets.data === undefined || receipt === null) return null
  // It came with the list, so there is nothing to load.
  const answer: QueryState<ReceiptAnswer> = {
    data: receipt,
    loading: false,
    error: null,
    reload: () => undefined,
  }
  return <ShownReceipt answer={answer} markets={markets.data} onClose={onClose} />
}
