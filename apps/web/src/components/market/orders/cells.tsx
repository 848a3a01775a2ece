import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import type { ReactNode } from 'react'
import styles from './Orders.module.css'

/** Cell with a primary and a secondary line. */
export function TwoLineCell({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <>
      {first}
      <span className={styles.second}>{second}</span>
    </>
  )
}

/** Product of an order and a distinguishing second line. A button if `onPress` is set. */
export function Product({
  code,
  second,
  title,
  onPress,
}: {
  code: string
  second: ReactNode
  title?: string
  onPress?: () => void
}) {
  const content = (
    <>
      <CoinIcon code={code} size={18} />
      <span>
        <TwoLineCell first={<b>{code}</b>} second={second} />
      </span>
    </>
  )
  if (!onPress) return <span className={styles.product}>{content}</span>
  return (
    <button type="button" className={styles.product} title={title} onClick={onPress}>
      {content}
    </button>
  )
}
