import type { DataOf } from '@glasshouse/core/calls'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { HowToCheck } from './HowToCheck.tsx'
import styles from './Trust.module.css'

type Ledger = DataOf<'/api/trust/status'>['ledger']

/** Whether the invariants of the ledger hold; while one is broken, since when and which. */
export function LedgerCheck() {
  const { t } = useTranslation('trust')
  const status = useQueryCall('/api/trust/status', {}, { everyMs: 60_000 })
  return (
    <Panel title={t('ledger.title')} busy={status.loading}>
      {status.data ? (
        <Result ledger={status.data.ledger} />
      ) : status.error ? (
        <ListError list={status} />
      ) : (
        <Skeleton width="100%" height={44} />
      )}
      <div className={styles.inset}>
        <HowToCheck
          text={t('ledger.how')}
          call="/api/trust/status"
          at={status.data?.ledger.checked ?? undefined}
        />
      </div>
    </Panel>
  )
}

function Result({ ledger: { sound, since, checked, broken } }: { ledger: Ledger }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  if (sound)
    return (
      <p className={styles.sound}>
        <Icon name="check" size={16} />
        {checked === null ? t('ledger.none') : t('ledger.sound', { time: figures.full(checked) })}
      </p>
    )
  return (
    <div className={styles.broken}>
      <Icon name="warning" size={16} />
      <div>
        {t('ledger.broken', { time: figures.full(since ?? 0) })}
        {/* The names are those of the source, so that anybody finds them there. */}
        <ul className={styles.invariants} lang="en">
          {broken.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
