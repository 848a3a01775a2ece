import { type DescriptionItem, DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Icon } from '@glasshouse/ui/Icon'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './Disclosure.module.css'

/** Key figures of a phone sheet. A tap expands their calculations. */
export function Disclosure({
  figures,
  columns = 1,
  children,
}: {
  figures: readonly DescriptionItem[]
  columns?: 1 | 2
  children: ReactNode
}) {
  const { t } = useTranslation('trade')
  const [isExpanded, setExpanded] = useState(false)
  const id = useId()
  return (
    <div className={styles.block}>
      <div id={id} className={styles.figures}>
        {isExpanded ? children : <DescriptionList items={figures} dense columns={columns} />}
      </div>
      <button
        type="button"
        className={styles.fold}
        aria-label={t('working')}
        aria-expanded={isExpanded}
        aria-controls={id}
        onClick={() => setExpanded(!isExpanded)}
      >
        <Icon name="down" size={12} />
      </button>
    </div>
  )
}
