import { ShownReceipt } from '../../components/receipt/contract/ContractReceipt.tsx'
import { receiptFromWire } from '../../components/receipt/contract/receipt.ts'
import { useDecodedCall } from '../../data/query.ts'
import { useMarkets } from '../../data/quotes.ts'
import styles from './Hero.module.css'

/** Receipt of the position that the demo customer of practice mode closed last, in a sheet. */
export default function ExampleReceipt({ onClose }: { onClose: () => void }) {
  const markets = useMarkets()
  const answer = useDecodedCall('/api/practice/receipt', {}, receiptFromWire)
  return (
    <div className={styles.sheet}>
      <ShownReceipt answer={answer} markets={markets.data ?? []} onClose={onClose} />
    </div>
  )
}
