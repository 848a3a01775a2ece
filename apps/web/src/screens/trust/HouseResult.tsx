import type { DataOf } from '@glasshouse/core/calls'
import { amountScale, formatDecimal } from '@glasshouse/core/money/units'
import { Table } from '@glasshouse/ui/Table'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { earnings } from '../../components/trust/earnings.ts'
import { usePercent } from '../../components/trust/usePercent.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { HowToCheck } from './HowToCheck.tsx'
import styles from './Trust.module.css'

type Year = DataOf<'/api/trust/houseStats'>['year']
const kinds = ['contracts', 'options', 'copying', 'all'] as const

/** Twelve months of the platform: the share of customers who lost, what it earned, and what the insurance fund paid. */
export function HouseResult() {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const stats = useQueryCall('/api/trust/houseStats', {})
  const year = stats.data?.year
  const failed = stats.error && year === undefined ? <ListError list={stats} /> : undefined
  return (
    <Panel
      title={t('result.title')}
      beside={<span className={styles.muted}>{t('result.span')}</span>}
      busy={stats.loading}
    >
      <p className={styles.facts}>
        <span>{t('result.lossText')}</span>
        {year?.since != null && !year.whole && (
          <span>{t('result.short', { day: figures.full(year.since) })}</span>
        )}
      </p>
      <div className={styles.halves}>
        <LossRates year={year} failed={failed} />
        <Earnings year={year} failed={failed} />
      </div>
      {year !== undefined && (
        <p className={styles.facts}>
          {t('result.insurance', {
            amount: figures.amountText(year.insurance.amount, 'floor'),
            draws: figures.whole(year.insurance.draws),
          })}
        </p>
      )}
      <div className={styles.inset}>
        <HowToCheck text={t('result.how')} call="/api/trust/houseStats" at={stats.data?.at} />
      </div>
    </Panel>
  )
}

type Part = { readonly year: Year | undefined; readonly failed: React.ReactNode }

function LossRates({ year, failed }: Part) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const percent = usePercent()
  return (
    <Table
      caption={t('result.title')}
      rows={year === undefined ? undefined : kinds.map((kind) => ({ kind, ...year.lossRate[kind] }))}
      skeletonRows={4}
      rowKey={({ kind }) => kind}
      empty={null}
      failed={failed}
      columns={[
        {
          id: 'kind',
          head: t('result.of'),
          cell: ({ kind }) => (kind === 'all' ? <b>{t('result.all')}</b> : t(`result.${kind}`)),
        },
        {
          id: 'customers',
          head: t('result.customers'),
          align: 'right',
          cell: ({ customers }) => figures.whole(customers),
        },
        { id: 'lost', head: t('result.lost'), align: 'right', cell: ({ lost }) => figures.whole(lost) },
        {
          id: 'share',
          head: t('result.share'),
          align: 'right',
          cell: ({ share }) => (share === null ? t('result.few') : <b>{percent(share)}</b>),
        },
      ]}
    />
  )
}

function Earnings({ year, failed }: Part) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  return (
    <Table
      caption={t('result.earned')}
      rows={year === undefined ? undefined : earnings(year)}
      skeletonRows={7}
      rowKey={({ name }) => name}
      empty={null}
      failed={failed}
      columns={[
        {
          id: 'name',
          head: t('result.earned'),
          cell: ({ name }) => (name === 'total' ? <b>{t('result.total')}</b> : t(`result.${name}`)),
        },
        {
          id: 'amount',
          head: t('result.amount'),
          align: 'right',
          cell: ({ name, units }) => {
            const text = figures.amountText(formatDecimal(units, amountScale), 'floor')
            return name === 'total' ? <b>{text}</b> : text
          },
        },
      ]}
    />
  )
}
