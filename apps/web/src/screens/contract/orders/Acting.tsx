import type { MarketRow } from '@glasshouse/core/markets/wire'
import { lazy, Suspense } from 'react'
import type { Trader } from '../useHolder.ts'
import type { CellProps } from './cells.tsx'
import type { Act } from './columns.tsx'

const CloseDialog = lazy(() => import('./CloseDialog.tsx'))
const RevokeDialog = lazy(() => import('./RevokeDialog.tsx'))
const StopDialog = lazy(() => import('./StopDialog.tsx'))

export type Asked = { readonly act: Act; readonly row: CellProps }

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
  const { act, row } = asked
  return (
    <Suspense fallback={null}>
      {act === 'close' && <CloseDialog {...row} onDone={onDone} onReceipt={onReceipt} />}
      {act === 'revoke' && <RevokeDialog {...row} onDone={onDone} onReceipt={onReceipt} />}
      {act === 'stops' && (
        <StopDialog {...row} trader={trader} markets={markets} onDone={onDone} onReceipt={onReceipt} />
      )}
    </Suspense>
  )
}
