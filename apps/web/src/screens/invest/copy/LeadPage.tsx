import type { LeadRecord } from '@glasshouse/core/invest/copy/leads/codec'
import { formatFraction, formatLeverage } from '@glasshouse/core/invest/copy/leads/figures/codec'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../../components/formatters.ts'
import { hoursAndMinutes } from '../../../components/hoursAndMinutes.ts'
import { ListError } from '../../../components/ListError.tsx'
import { Panel } from '../../../components/page/Page.tsx'
import { Fall, Result, Return, RiskScore } from '../../../components/record/Figures.tsx'
import { fallOf, hundredthsOf } from '../../../components/record/percents.ts'
import { useTitle } from '../../../components/useTitle.ts'
import { useLead } from '../../../data/leads.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import styles from '../Invest.module.css'
import orderStyles from '../Orders.module.css'
import { productEveryMs, useIsStale } from '../useInvest.ts'
import { ConflictList } from './Conflicts.tsx'
import copyStyles from './Copy.module.css'
import { FollowerHistogram } from './FollowerHistogram.tsx'
import { LeadBadge } from './LeadBadge.tsx'
import { PoolDealings } from './PoolDealings.tsx'
import { PoolTrades } from './PoolOrders.tsx'
import { RecordChart } from './RecordChart.tsx'

const notFound = 1005

/** Record of a lead: index and falls, figures, what followers got, and whose interest is where. */
export function LeadPage({ id }: { id: number }) {
  const { t } = useTranslation(['leads', 'invest'])
  const lead = useLead(id, { everyMs: productEveryMs })
  const isStale = useIsStale(lead)
  if (lead.error?.retCode === notFound)
    return (
      <Panel>
        <EmptyState
          icon="person"
          title={t('notFound')}
          text={t('invest:notFoundText')}
          action={
            <Link href={paths.project({ type: '5' })} className={buttonClass()}>
              {t('toLeads')}
            </Link>
          }
        />
      </Panel>
    )
  if (lead.data === undefined)
    return (
      <Panel inset busy={lead.loading}>
        {lead.error ? <ListError list={lead} /> : <Skeleton width="100%" height={480} />}
      </Panel>
    )
  return (
    <>
      {isStale && (
        <p className={styles.stale} role="status">
          {t('invest:stale')}
        </p>
      )}
      <Head lead={lead.data} />
      <RecordChart points={lead.data.points} />
      <Record lead={lead.data} />
      <div className={copyStyles.panes}>
        <Followers lead={lead.data} />
        <Conflicts lead={lead.data} />
      </div>
      {lead.data.products.map((product) => (
        <Fragment key={product.id}>
          <PoolTrades product={product} />
          <PoolDealings product={product} />
        </Fragment>
      ))}
    </>
  )
}

type Row = { readonly id: string; readonly label: string; readonly value: ReactNode }

function Rows({ rows, className }: { rows: readonly Row[]; className: string | undefined }) {
  return (
    <dl className={className}>
      {rows.map(({ id, label, value }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Name, state and products, and the figures that matter most. */
function Head({ lead }: { lead: LeadRecord }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  useTitle(lead.username)
  return (
    <Panel inset className={copyStyles.leadHead}>
      <header className={styles.head}>
        <div>
          <h2>
            {lead.username}
            <span className={styles.badges}>
              <LeadBadge lead={lead} />
            </span>
          </h2>
          <p>
            {t('since', { date: figures.full(lead.sinceMs) })}{' '}
            {lead.endedMs !== null &&
              t('ended', {
                date: figures.full(lead.endedMs),
                reason: t(`endReason.${lead.endReason ?? 'stopped'}`),
              })}
          </p>
        </div>
        {lead.endedMs === null &&
          lead.products.map(({ id, name }) => (
            <Link
              key={id}
              href={paths.details({ id, type: '5' })}
              className={buttonClass({ variant: 'primary' })}
            >
              {t('toProduct', { name })}
            </Link>
          ))}
      </header>
      {lead.isRecordShort && (
        <p className={`${styles.note} ${copyStyles.warning}`}>
          {t('tooShortText', { count: lead.days, days: figures.whole(lead.days) })}
        </p>
      )}
      {lead.isWaived && <p className={styles.note}>{t('sampleText')}</p>}
      <Rows
        className={orderStyles.figures}
        rows={[
          { id: 'd90', label: t('returns.d90'), value: <Return fraction={lead.returns.d90} /> },
          { id: 'fall', label: t('drawdown'), value: <Fall fraction={lead.maxDrawdown} /> },
          { id: 'risk', label: t('risk'), value: <RiskScore score={lead.riskScore} /> },
          { id: 'pool', label: t('pool'), value: figures.amount(lead.pool, 'floor') },
          { id: 'followers', label: t('followers'), value: figures.whole(lead.followers) },
          { id: 'capacity', label: t('capacity'), value: figures.amount(lead.capacity, 'floor', 0) },
        ]}
      />
    </Panel>
  )
}

/** Figures of the lead wallet, from the ledger alone. */
function Record({ lead }: { lead: LeadRecord }) {
  const { t } = useTranslation(['leads', 'invest'])
  const figures = useFormatters()
  const { hours, minutes } = hoursAndMinutes(lead.holdingMs ?? 0)
  const rows: readonly Row[] = [
    ...(['d7', 'd30', 'd90', 'all'] as const).map((id) => ({
      id,
      label: t(`returns.${id}`),
      value: <Return fraction={lead.returns[id]} />,
    })),
    {
      id: 'days',
      label: t('record'),
      value: t('days', { count: lead.days, days: figures.whole(lead.days) }),
    },
    {
      id: 'volatility',
      label: t('volatility'),
      value: lead.volatility === null ? '—' : figures.percent(-fallOf(lead.volatility)),
    },
    { id: 'closed', label: t('closed'), value: figures.whole(lead.closed) },
    { id: 'won', label: t('won'), value: figures.whole(lead.won) },
    {
      id: 'holding',
      label: t('holding'),
      value:
        lead.holdingMs === null
          ? '—'
          : t('invest:left', { hours: figures.whole(hours), minutes: figures.whole(minutes) }),
    },
    {
      id: 'leverage',
      label: t('leverage'),
      value:
        lead.leverageHundredths === null ? '—' : `${figures.plain(formatLeverage(lead.leverageHundredths))}×`,
    },
    { id: 'fees', label: t('fees'), value: figures.amount(lead.fees, 'ceil') },
    { id: 'equity', label: t('equity'), value: figures.amount(lead.equity, 'floor') },
  ]
  return (
    <Panel title={t('recordTitle')} beside={<span className={styles.caption}>{t('recordText')}</span>}>
      <div className={copyStyles.body}>
        <Rows className={copyStyles.grid} rows={rows} />
      </div>
    </Panel>
  )
}

/** What all followers got, ended orders included. */
function Followers({ lead: { result, gap } }: { lead: LeadRecord }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  const rows: readonly Row[] = [
    { id: 'putIn', label: t('putIn'), value: figures.amount(result.putIn, 'floor') },
    { id: 'profit', label: t('profit'), value: <Result amount={result.profit} /> },
    { id: 'orders', label: t('orders'), value: figures.whole(result.orders) },
    {
      id: 'inProfit',
      label: t('inProfit'),
      value: result.inProfit === null ? '—' : figures.percent(hundredthsOf(result.inProfit)),
    },
    { id: 'median', label: t('median'), value: <Return fraction={result.median} /> },
    { id: 'gap', label: t('gap'), value: gap === null ? '—' : `${figures.plain(formatFraction(gap))}%` },
  ]
  return (
    <Panel title={t('followersTitle')}>
      <div className={copyStyles.body}>
        <Rows className={copyStyles.grid} rows={rows} />
        <FollowerHistogram ranges={result.histogram} />
        <p className={styles.text}>{t('followersText')}</p>
      </div>
    </Panel>
  )
}

function Conflicts({ lead: { equity, isReferrer } }: { lead: LeadRecord }) {
  const { t } = useTranslation('leads')
  return (
    <Panel title={t('before')}>
      <div className={copyStyles.body}>
        <ConflictList own={equity} isReferrer={isReferrer} />
      </div>
    </Panel>
  )
}
