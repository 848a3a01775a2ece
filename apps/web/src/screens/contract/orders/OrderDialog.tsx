import type { MarketRow } from '@glasshouse/core/markets/wire'
import { lazy, Suspense } from 'react'
import type { Dropped } from '../moving.ts'
import type { Trader } from '../useTrader.ts'
import type { CellProps } from './cells.tsx'
import type { Act } from './columns.tsx'

const CloseDialog = lazy(() => import('./CloseDialog.tsx'))
const MoveDialog = lazy(() => import('./MoveDialog.tsx'))
const RevokeDialog = lazy(() => import('./RevokeDialog.tsx'))
const StopDialog = lazy(() => import('./StopDialog.tsx'))

export type Asked = { readonly act: Act; readonly row: CellProps; readonly dropped?: Dropped }

/** The dialog in which something is done to an order. */
export function Acting({
  asked,
  trader,
  markets,
  onDone,
  onReceipt,
}: {
  asked: Asked
  trader: Trader
  markets: readonly MarketRow[]
  onDone: () => void
  onReceipt: (id: number) => void
}) {
  const { act, row, dropped } = asked
  const traded = { ...row, trader, markets, onDone, onReceipt }
  return (
    <Suspense fallback={null}>
      {act === 'close' && <CloseDialog {...row} trader={trader} onDone={onDone} onReceipt={onReceipt} />}
      {act === 'revoke' && <RevokeDialog {...row} onDone={onDone} onReceipt={onReceipt} />}
      {act === 'stops' && <StopDialog {...traded} dropped={dropped} />}
      {act === 'move' && <MoveDialog {...traded} wallet={trader.wallet} priceText={dropped?.price} />}
    </Suspense>
  )
}
