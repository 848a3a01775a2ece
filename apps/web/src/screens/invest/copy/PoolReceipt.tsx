import type { PoolOrderView } from '@glasshouse/core/invest/copy/pool/codec'
import { formatQuantity } from '@glasshouse/core/money/units'
import { useMemo } from 'react'
import { ShownReceipt } from '../../../components/receipt/contract/ContractReceipt.tsx'
import type { ReceiptAnswer } from '../../../components/receipt/contract/receipt.ts'
import type { QueryState } from '../../../data/query.ts'
import { useMarkets } from '../../../data/quotes.ts'

/** Receipt of an order of a pool in the form of any contract order; null of a skip, which has none. */
const receiptOf = (row: PoolOrderView, symbol: string): ReceiptAnswer | null =>
  row.orderId === null || row.price === null || row.lot === null || row.feeRatePpm === null
    ? null
    : {
        order: {
          id: row.orderId,
          pid: row.pid,
          symbol,
          side: row.side,
          leverage: row.leverage,
          openPrice: row.price,
          stopLoss: row.stopLoss,
          takeProfit: row.takeProfit,
        },
        lot: formatQuantity(row.lot),
        feeRatePpm: row.feeRatePpm,
        events: row.receipt,
      }

/** Receipt of an order of a pool: its ticks, and every charge worked out again. Load it lazily. */
export default function PoolReceipt({ row, onClose }: { row: PoolOrderView; onClose: () => void }) {
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
