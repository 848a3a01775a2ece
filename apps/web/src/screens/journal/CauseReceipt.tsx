import { lazy, Suspense } from 'react'
import { useMarkets } from '../../data/quotes.ts'
import type { Cause } from './causes.ts'
import styles from './Journal.module.css'

const ContractReceipt = lazy(() => import('../contract/receipt/Receipt.tsx'))
const OptionReceipt = lazy(() => import('../options/receipt/Receipt.tsx'))
const SaleReceipt = lazy(() => import('../assets/receipt/SaleReceipt.tsx'))

/** Receipt of a transaction, in a sheet. */
export default function CauseReceipt({ cause, onClose }: { cause: Cause; onClose: () => void }) {
  const markets = useMarkets()
  if (markets.data === undefined) return null
  const receipt = { id: cause.id, markets: markets.data, onClose }
  return (
    <div className={styles.receipt}>
      <Suspense key={`${cause.kind}${cause.id}`} fallback={null}>
        {cause.kind === 'contract' && <ContractReceipt {...receipt} />}
        {cause.kind === 'option' && <OptionReceipt {...receipt} />}
        {cause.kind === 'sale' && <SaleReceipt {...receipt} />}
      </Suspense>
    </div>
  )
}
