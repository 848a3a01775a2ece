import type { Issue } from '@glasshouse/core/subscription/codec'
import { useFormatters } from '../../components/formatters.ts'
import { Panel } from '../../components/page/Page.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Subscription.module.css'
import { lastDayOf } from './useIssues.ts'

const steps = ['open', 'close', 'draw', 'pay', 'end'] as const
/** Step that an issue is at. */
const currentOf = { open: 'open', closed: 'draw', paying: 'pay', over: 'end', cancelled: null } as const

/** What happens at each date of an issue, in order. */
export function Steps({ issue }: { issue: Issue }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const times = {
    open: figures.full(issue.openMs),
    close: figures.full(issue.closeMs),
    draw: t('step.afterClose'),
    pay: t('untilEndOf', { day: figures.day(lastDayOf(issue)) }),
    end: t('step.afterLastDay'),
  }
  const current = currentOf[issue.state]
  return (
    <Panel title={t('steps')} inset>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step} aria-current={step === current ? 'step' : undefined}>
            <b>{t(`step.${step}`)}</b>
            <span className={styles.time}>{times[step]}</span>
            <p>{t(`stepText.${step}`)}</p>
          </li>
        ))}
      </ol>
      {issue.state === 'cancelled' && <p className={styles.text}>{t('cancelledText')}</p>}
    </Panel>
  )
}
