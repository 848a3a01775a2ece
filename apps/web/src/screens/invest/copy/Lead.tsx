import type { LeadStatus, LeadView } from '@glasshouse/core/invest/copy/leads/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { type Column, Table } from '@glasshouse/ui/Table'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../../components/formatters.ts'
import { ListError } from '../../../components/ListError.tsx'
import { Page, Panel, stackClass } from '../../../components/page/Page.tsx'
import { Fall, Result, Return } from '../../../components/record/Figures.tsx'
import { useSignedIn } from '../../../components/useSignedIn.ts'
import { useLeadStatus } from '../../../data/leads.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import { site } from '../../../site.ts'
import styles from '../Invest.module.css'
import orderStyles from '../Orders.module.css'
import { ApplyToLead } from './ApplyToLead.tsx'
import copyStyles from './Copy.module.css'
import { LeadBadge } from './LeadBadge.tsx'

const StopDialog = lazy(() => import('./StopLeadingDialog.tsx'))

/** My leading: figures and its end, or what is missing for it and the application. */
export default function Lead() {
  return useSignedIn() ? <Status /> : null
}

/** Staff decide, and midnights add days, without an action here. */
const everyMs = 30_000

function Status() {
  const { t } = useTranslation('leads')
  const status = useLeadStatus({ everyMs })
  return (
    <Page title={t('apply.title')} lead={t('apply.text')} back={paths.project({ type: '5' })}>
      <div className={stackClass}>
        {status.data === undefined ? (
          status.error ? (
            <ListError list={status} />
          ) : (
            <Panel inset busy>
              <Skeleton width="100%" height={320} />
            </Panel>
          )
        ) : (
          <Shown status={status.data} />
        )}
      </div>
    </Page>
  )
}

function Shown({ status }: { status: LeadStatus }) {
  const { t } = useTranslation('leads')
  if (status.lead !== null) return <Leading lead={status.lead} needed={status.needed.equity} />
  const isBarred = status.missing.includes('staff')
  return (
    <>
      <Conditions status={status} />
      <div className={copyStyles.panes}>
        <Panel title={t('apply.form')} inset>
          {isBarred ? (
            <p className={styles.text}>{t('apply.staff')}</p>
          ) : status.missing.includes('leading') ? (
            <p className={styles.text}>{t('apply.other')}</p>
          ) : (
            <ApplyToLead status={status} />
          )}
        </Panel>
        <Rules equity={status.needed.equity} />
      </div>
    </>
  )
}

type Condition = {
  readonly id: 'kyc' | 'days' | 'trades' | 'equity' | 'riskScore'
  readonly name: string
  readonly own: string
  readonly needed: string
}

/** Own figures beside the thresholds, and which of them are met. */
function Conditions({ status: { own, needed, missing } }: { status: LeadStatus }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  const rows: readonly Condition[] = [
    {
      id: 'kyc',
      name: t('apply.kyc'),
      own: t(own.isKycApproved ? 'apply.verified' : 'apply.unverified'),
      needed: t('apply.verified'),
    },
    {
      id: 'days',
      name: t('apply.days'),
      own: figures.whole(own.days),
      needed: t('apply.atLeast', { value: figures.whole(needed.days) }),
    },
    {
      id: 'trades',
      name: t('closed'),
      own: figures.whole(own.trades),
      needed: t('apply.atLeast', { value: figures.whole(needed.trades) }),
    },
    {
      id: 'equity',
      name: t('apply.equity'),
      own: own.equity === null ? t('apply.noPrice') : figures.amount(own.equity, 'floor'),
      needed: t('apply.atLeast', { value: figures.amount(needed.equity, 'ceil', 0) }),
    },
    {
      id: 'riskScore',
      name: t('risk'),
      own: own.riskScore === null ? t('apply.noScore') : figures.whole(own.riskScore),
      needed: t('apply.atMost', { value: figures.whole(needed.maxRiskScore) }),
    },
  ]
  const badge = ({ id }: Condition) =>
    missing.includes(id) ? (
      <Badge tone="warn">{t('apply.missing')}</Badge>
    ) : (
      <Badge tone="up">{t('apply.met')}</Badge>
    )
  const columns: readonly Column<Condition>[] = [
    {
      id: 'name',
      head: t('apply.condition'),
      cell: (row) => (
        <>
          {row.name}
          {site === 'phone' && <span className={copyStyles.below}>{badge(row)}</span>}
        </>
      ),
    },
    { id: 'own', head: t('apply.you'), align: 'right', cell: (row) => row.own },
    { id: 'needed', head: t('apply.needed'), align: 'right', cell: (row) => row.needed },
    ...(site === 'phone'
      ? []
      : [{ id: 'state', head: t('apply.state'), align: 'right' as const, cell: badge }]),
  ]
  return (
    <Panel
      title={t('apply.conditions')}
      beside={<span className={styles.caption}>{t('apply.figuresText')}</span>}
    >
      <Table<Condition>
        caption={t('apply.conditions')}
        size="roomy"
        className={copyStyles.padded}
        rows={rows}
        rowKey={({ id }) => id}
        columns={columns}
        empty={null}
      />
    </Panel>
  )
}

const rules = ['opposite', 'equity', 'own', 'public'] as const

function Rules({ equity }: { equity: Usdt }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  return (
    <Panel title={t('apply.rules')} inset>
      <ul className={copyStyles.rules}>
        {rules.map((rule) => (
          <li key={rule} className={styles.text}>
            {t(`apply.rule.${rule}`, { amount: figures.amount(equity, 'ceil', 0) })}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Figures of a lead who looks at them, and the end of leading. */
function Leading({ lead, needed }: { lead: LeadView; needed: Usdt }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  const [asking, setAsking] = useState(false)
  const rows: readonly { readonly id: string; readonly label: string; readonly value: ReactNode }[] = [
    {
      id: 'record',
      label: t('record'),
      value: t('days', { count: lead.days, days: figures.whole(lead.days) }),
    },
    { id: 'all', label: t('returns.all'), value: <Return fraction={lead.returns.all} /> },
    { id: 'fall', label: t('drawdown'), value: <Fall fraction={lead.maxDrawdown} /> },
    { id: 'equity', label: t('equity'), value: figures.amount(lead.equity, 'floor') },
    { id: 'pool', label: t('pool'), value: figures.amount(lead.pool, 'floor') },
    { id: 'followers', label: t('followers'), value: figures.whole(lead.followers) },
    { id: 'capacity', label: t('capacity'), value: figures.amount(lead.capacity, 'floor', 0) },
    { id: 'profit', label: t('profit'), value: <Result amount={lead.result.profit} /> },
  ]
  return (
    <>
      <Panel
        title={t('apply.leading')}
        beside={
          <span className={styles.badges}>
            <LeadBadge lead={lead} />
          </span>
        }
        inset
      >
        <dl className={orderStyles.figures}>
          {rows.map(({ id, label, value }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={copyStyles.tools}>
          <Link href={paths.details({ lead: lead.id })} className={buttonClass()}>
            {t('apply.toRecord')}
          </Link>
          <Button onClick={() => setAsking(true)}>{t('apply.stop')}</Button>
        </p>
      </Panel>
      <Rules equity={needed} />
      {asking && (
        <Suspense fallback={null}>
          <StopDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
