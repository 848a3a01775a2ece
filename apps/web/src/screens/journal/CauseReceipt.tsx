import { useMarkets } from '../../live/quotes.ts'
import ContractReceipt from '../contract/receipt/Receipt.tsx'
import OptionReceipt from '../options/receipt/Receipt.tsx'
import type { Cause } from './causes.ts'
import styles from './Journal.module.css'

/** The receipt behind a journal line, at the edge of the screen. */
export default function CauseReceipt({ cause, onClose }: { cause: Cause; onClose: () => void }) {
  const markets = useMarkets()
  if (markets.data === undefined) return null
  const Receipt = cause.kind === 'option' ? OptionReceipt : ContractReceipt
  return (
    <div className={styles.receipt}>
      <Receipt key={`${cause.kind}${cause.id}`} id={cause.id} markets={markets.data} onClose={onClose} />
    </div>
  )
}
