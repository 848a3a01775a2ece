import type { Market } from '@glasshouse/core/markets/codec'
import { lazy, Suspense } from 'react'
import type { DroppedLine } from '../amend.ts'
import type { CellProps } from '../cells.tsx'
import type { TradingData } from '../tradingData.ts'
import type { OrderAction } from './columns.tsx'

const CloseDialog = lazy(() => import('./CloseDialog.tsx'))
const AmendDialog = lazy(() => import('./AmendDialog.tsx'))
const CancelOrderDialog = lazy(() => import('./CancelOrderDialog.tsx'))
const ReverseDialog = lazy(() => import('./ReverseDialog.tsx'))
const TpSlDialog = lazy(() => import('./TpSlDialog.tsx'))

export type OpenDialog = {
  readonly act: OrderAction
  readonly row: CellProps
  readonly dropped?: DroppedLine
}

/** Dialog of an order action. */
export function OrderDialog({
  dialog,
  trader,
  markets,
  onDone,
  onReceipt,
}: {
  dialog: OpenDialog
  trader: TradingData
  markets: readonly Market[]
  onDone: () => void
  onReceipt: (id: number) => void
}) {
  const { act, row, dropped } = dialog
  const traded = { ...row, trader, markets, onDone, onReceipt }
  return (
    <Suspense fallback={null}>
      {act === 'close' && <CloseDialog {...row} trader={trader} onDone={onDone} onReceipt={onReceipt} />}
      {act === 'cancel' && <CancelOrderDialog {...row} onDone={onDone} onReceipt={onReceipt} />}
      {act === 'reverse' && <ReverseDialog {...traded} />}
      {act === 'tpSl' && <TpSlDialog {...traded} dropped={dropped} />}
      {act === 'amend' && <AmendDialog {...traded} priceText={dropped?.price} />}
    </Suspense>
  )
}
