import type { Market } from '@glasshouse/core/markets/codec'
import { lazy, Suspense } from 'react'
import type { Dropped } from '../moving.ts'
import type { TradingData } from '../useTradingData.ts'
import type { CellProps } from './cells.tsx'
import type { OrderAction } from './columns.tsx'

const CloseDialog = lazy(() => import('./CloseDialog.tsx'))
const MoveDialog = lazy(() => import('./MoveDialog.tsx'))
const CancelOrderDialog = lazy(() => import('./RevokeDialog.tsx'))
const ReverseDialog = lazy(() => import('./ReverseDialog.tsx'))
const TpSlDialog = lazy(() => import('./StopDialog.tsx'))

export type WithdrawalRequest = {
  readonly act: OrderAction
  readonly row: CellProps
  readonly dropped?: Dropped
}

/** Dialog of an order action. */
export function Acting({
  asked,
  trader,
  markets,
  onDone,
  onReceipt,
}: {
  asked: WithdrawalRequest
  trader: TradingData
  markets: readonly Market[]
  onDone: () => void
  onReceipt: (id: number) => void
}) {
  const { act, row, dropped } = asked
  const traded = { ...row, trader, markets, onDone, onReceipt }
  return (
    <Suspense fallback={null}>
      {act === 'close' && <CloseDialog {...row} trader={trader} onDone={onDone} onReceipt={onReceipt} />}
      {act === 'revoke' && <CancelOrderDialog {...row} onDone={onDone} onReceipt={onReceipt} />}
      {act === 'reverse' && <ReverseDialog {...traded} />}
      {act === 'stops' && <TpSlDialog {...traded} dropped={dropped} />}
      {act === 'move' && <MoveDialog {...traded} priceText={dropped?.price} />}
    </Suspense>
  )
}
