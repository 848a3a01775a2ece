import { lazy, Suspense } from 'react'
import { useMarkets } from '../../data/quotes.ts'
import type { Cause } from './causes.ts'
import styles from './Journal.module.css'

const ContractReceipt = lazy(() => import('../receipt/contract/ContractReceipt.tsx'))
const OptionReceipt = lazy(() => import('../receipt/option/OptionReceipt.tsx'))
const PaymentReceipt = lazy(() => import('../receipt/payment/PaymentReceipt.tsx'))
const SaleReceipt = lazy(() => import('../receipt/sale/SaleReceipt.tsx'))

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
        {cause.kind === 'payment' && <PaymentReceipt id={cause.id} onClose={onClose} />}
      </Suspense>
    </div>
  )
}
