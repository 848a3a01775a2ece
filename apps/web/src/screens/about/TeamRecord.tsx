import { buttonClass } from '@glasshouse/ui/Button'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { Fall, Return } from '../../components/record/Figures.tsx'
import { RecordCurve } from '../../components/record/RecordCurve.tsx'
import { useInvestProduct } from '../../data/investProducts.ts'
import { useLead } from '../../data/leads.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './About.module.css'

/** The computed record of a copy product's lead: its return and largest fall, drawn by day; nothing of it is typed. */
export function TeamRecord({ product }: { product: number }) {
  const { t } = useTranslation(['site', 'leads'])
  const found = useInvestProduct(product)
  const copy = found.data?.copy ?? null
  return (
    <>
      {copy !== null && <Drawn id={copy.lead.id} />}
      {found.loading && <Skeleton width="100%" height={200} />}
      <Link href={paths.details({ id: product })} className={buttonClass({ size: 's' })}>
        {t('about.record')}
      </Link>
    </>
  )
}

function Drawn({ id }: { id: number }) {
  const { t } = useTranslation(['site', 'leads'])
  const figures = useFormatters()
  const lead = useLead(id)
  if (lead.data === undefined) return lead.loading ? <Skeleton width="100%" height={200} /> : null
  const { days, isRecordShort, returns, maxDrawdown, points } = lead.data
  return (
    <div className={styles.record}>
      <p className={styles.small}>
        {t('leads:days', { count: days, days: figures.whole(days) })}
        {isRecordShort && `, ${t('leads:tooShort')}`} · {t('leads:returns.all')}{' '}
        <Return fraction={returns.all} /> · {t('leads:drawdown')} <Fall fraction={maxDrawdown} />
      </p>
      <RecordCurve points={points} />
    </div>
  )
}
