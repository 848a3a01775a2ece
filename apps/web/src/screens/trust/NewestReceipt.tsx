import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useEffect, useState } from 'react'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { isReceiptSigned } from '../../data/inclusion.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { HowToCheck } from './HowToCheck.tsx'
import { ReceiptFiles } from './ReceiptFiles.tsx'
import styles from './Trust.module.css'

/** The customer's newest signed receipt, with its signature checked here. */
export function NewestReceipt() {
  const { t } = useTranslation('trust')
  const newest = useQueryCall('/api/trust/receipt', {})
  const keys = useQueryCall('/api/trust/key', {})
  const [isSigned, setIsSigned] = useState<boolean | null>(null)
  const [receipt, listed] = [newest.data, keys.data]
  useEffect(() => {
    if (receipt === undefined || listed === undefined) return
    let isCurrent = true
    void isReceiptSigned(receipt, listed).then((answer) => {
      if (isCurrent) setIsSigned(answer)
    })
    return () => {
      isCurrent = false
    }
  }, [receipt, listed])
  return (
    <Panel title={t('receipt.title')} inset busy={newest.loading}>
      {receipt !== undefined ? (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
          <pre className={styles.text} tabIndex={0}>
            {receipt.text}
          </pre>
          {isSigned !== null && (
            <p className={isSigned ? styles.sound : styles.broken}>
              <Icon name={isSigned ? 'check' : 'warning'} size={16} />
              {isSigned ? t('receipt.valid') : t('receipt.invalid')}
            </p>
          )}
        </>
      ) : newest.error?.retCode === 1005 ? (
        <EmptyState icon="orders" title={t('receipt.none')} />
      ) : newest.error ? (
        <ListError list={newest} />
      ) : (
        <Skeleton width="100%" height={180} />
      )}
      {receipt !== undefined && <ReceiptFiles newest={receipt.text} />}
      <HowToCheck text={t('receipt.how')} call="/api/trust/receipt" />
    </Panel>
  )
}
