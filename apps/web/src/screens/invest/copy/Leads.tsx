import type { LeadView } from '@glasshouse/core/invest/copy/leads/codec'
import { sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { classNames } from '@glasshouse/ui/classNames'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { ListRow, listRowClass, listRowsClass } from '@glasshouse/ui/ListRow'
import { type Column, Table } from '@glasshouse/ui/Table'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { useFormatters } from '../../../components/formatters.ts'
import { ListError, listErrorOf } from '../../../components/ListError.tsx'
import { ListPager } from '../../../components/ListPager.tsx'
import { Panel } from '../../../components/page/Page.tsx'
import { pageIn } from '../../../components/page/pageIn.ts'
import { Fall, Result, Return, RiskScore } from '../../../components/record/Figures.tsx'
import { useLeads } from '../../../data/leads.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import { site } from '../../../site.ts'
import styles from '../Invest.module.css'
import orderStyles from '../Orders.module.css'
import { productEveryMs, useIsStale } from '../useInvest.ts'
import copyStyles from './Copy.module.css'
import { LeadBadge } from './LeadBadge.tsx'
import { LeadFilterBar } from './LeadFilterBar.tsx'
import {
  clearedFilters,
  isFiltered,
  type LeadFilters,
  leadQuery,
  leadRequest,
  readLeadFilters,
} from './leadFilters.ts'

const pageSize = 20

/** Every lead there ever was, ended ones too, by length of record; order and filters are in the address. */
export function Leads() {
  const { t } = useTranslation(['leads', 'invest'])
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const filters = readLeadFilters(search)
  const page = pageIn(search.get('leads'))
  const list = useLeads(leadRequest(filters, page, pageSize), { everyMs: productEveryMs })
  // The same request while nothing is filtered.
  const all = useLeads(leadRequest(readLeadFilters(new URLSearchParams()), 1, pageSize), {
    everyMs: productEveryMs,
  })
  const isStale = useIsStale(list)
  const show = (next: LeadFilters, nextPage: number, replace: boolean) =>
    navigate(
      paths.project({ type: '5', page: search.get('page') ?? undefined, ...leadQuery(next, nextPage) }),
      {
        replace,
      },
    )
  const choose = (next: LeadFilters) => show(next, 1, true)
  const empty = isFiltered(filters) ? (
    <NoMatch onClear={() => choose(clearedFilters(filters))} />
  ) : (
    <EmptyState icon="person" title={t('none')} text={t('noneText')} />
  )
  return (
    <Panel
      title={t('title')}
      beside={
        <Link href={paths.lead()} className={buttonClass()}>
          {t('apply.open')}
        </Link>
      }
    >
      {isStale && (
        <p className={styles.stale} role="status">
          {t('invest:stale')}
        </p>
      )}
      <Explanations list={all} />
      <LeadFilterBar filters={filters} onChoose={choose} />
      {site === 'desktop' ? <LeadTable list={list} empty={empty} /> : <LeadRows list={list} empty={empty} />}
      <ListPager
        list={list}
        page={page}
        pageSize={pageSize}
        always={isFiltered(filters)}
        onPage={(next) => show(filters, next, false)}
      />
    </Panel>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('leads')
  return (
    <EmptyState
      icon="filter"
      title={t('filter.none')}
      text={t('filter.noneText')}
      action={<Button onClick={onClear}>{t('filter.clear')}</Button>}
    />
  )
}

type LeadQuery = ReturnType<typeof useLeads>

const notes = [
  { id: 'lose', icon: 'warning' },
  { id: 'earns', icon: 'eye' },
  { id: 'order', icon: 'filter' },
] as const satisfies readonly { id: string; icon: IconName }[]

/** What all followers together got, where all leads are on the page, and what a follower must know. */
function Explanations({ list }: { list: LeadQuery }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  const rows = list.data ?? []
  const isWhole = rows.length > 0 && list.total === rows.length
  const sum = (of: (lead: LeadView) => Usdt): Usdt => sumUnits(rows.map(of))
  return (
    <div className={copyStyles.intro}>
      <p className={styles.text}>{t('about')}</p>
      {isWhole && (
        <dl className={orderStyles.figures}>
          <div>
            <dt>{t('allPutIn')}</dt>
            <dd>
              {figures.amount(
                sum(({ result }) => result.putIn),
                'floor',
              )}
            </dd>
          </div>
          <div>
            <dt>{t('allResult')}</dt>
            <dd>
              <Result amount={sum(({ result }) => result.profit)} />
            </dd>
          </div>
          <div>
            <dt>{t('allLeads')}</dt>
            <dd>
              {t('leadCount', {
                running: figures.whole(rows.filter(({ endedMs }) => endedMs === null).length),
                ended: figures.whole(rows.filter(({ endedMs }) => endedMs !== null).length),
              })}
            </dd>
          </div>
        </dl>
      )}
      <ul className={copyStyles.notes}>
        {notes.map(({ id, icon }) => (
          <li key={id}>
            <b>
              <Icon name={icon} size={14} /> {t(`${id}.title`)}
            </b>
            <span className={styles.text}>{t(`${id}.text`)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const leadPath = ({ id }: LeadView): string => paths.details({ lead: id })

function LeadTable({ list, empty }: { list: LeadQuery; empty: ReactNode }) {
  const { t } = useTranslation('leads')
  const columns = useColumns()
  return (
    <Table<LeadView>
      caption={t('title')}
      size="roomy"
      className={copyStyles.padded}
      rows={list.data}
      rowKey={({ id }) => id}
      columns={columns}
      empty={empty}
      failed={listErrorOf(list)}
    />
  )
}

const useColumns = (): readonly Column<LeadView>[] => {
  const { t } = useTranslation(['leads', 'invest'])
  const figures = useFormatters()
  const daysOf = (count: number): string => t('invest:days', { count, days: figures.whole(count) })
  return [
    {
      id: 'lead',
      head: t('lead'),
      bone: 120,
      cell: (lead) => (
        <>
          <Link href={leadPath(lead)} className={orderStyles.orderName}>
            {lead.username}
          </Link>
          <span className={styles.badges}>
            <LeadBadge lead={lead} />
          </span>
        </>
      ),
    },
    {
      id: 'days',
      head: t('record'),
      align: 'right',
      cell: (lead) => (
        <>
          {daysOf(lead.days)}
          {lead.isRecordShort && (
            <span className={classNames(orderStyles.sub, copyStyles.short)}>{t('tooShort')}</span>
          )}
        </>
      ),
    },
    {
      id: 'returns',
      head: t('returns.head'),
      align: 'right',
      cell: ({ returns }) => (
        <dl className={copyStyles.stack}>
          <Line term={daysOf(7)} value={<Return fraction={returns.d7} />} />
          <Line term={daysOf(30)} value={<Return fraction={returns.d30} />} />
          <Line term={daysOf(90)} value={<Return fraction={returns.d90} />} />
        </dl>
      ),
    },
    {
      id: 'whole',
      head: t('returns.whole'),
      align: 'right',
      cell: (lead) => (
        <dl className={copyStyles.stack}>
          <Line term={t('returns.head')} value={<Return fraction={lead.returns.all} />} />
          <Line term={t('drawdown')} value={<Fall fraction={lead.maxDrawdown} />} />
        </dl>
      ),
    },
    { id: 'risk', head: t('risk'), cell: (lead) => <RiskScore score={lead.riskScore} /> },
    {
      id: 'followers',
      head: t('followers'),
      align: 'right',
      cell: (lead) => (
        <>
          {figures.whole(lead.followers)}
          <span className={orderStyles.sub}>
            <Result amount={lead.result.profit} digits={2} />
          </span>
        </>
      ),
    },
    {
      id: 'equity',
      head: t('equity'),
      align: 'right',
      cell: (lead) => (
        <>
          {figures.amount(lead.equity, 'floor', 0)}
          <span className={orderStyles.sub}>
            {t('capacity')} {figures.amount(lead.capacity, 'floor', 0)}
          </span>
        </>
      ),
    },
  ]
}

/** One figure of a cell that has several. */
function Line({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Phone rows: name and record on the left; return and fall of the whole record on the right. */
function LeadRows({ list, empty }: { list: LeadQuery; empty: ReactNode }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  if (list.data === undefined)
    return list.error ? <ListError list={list} /> : <div className={orderStyles.waiting} aria-busy="true" />
  if (list.data.length === 0) return empty
  return (
    <ul className={listRowsClass}>
      {list.data.map((lead) => (
        <li key={lead.id}>
          <Link href={leadPath(lead)} className={listRowClass}>
            <ListRow
              title={
                <span className={styles.badges}>
                  {lead.username} <LeadBadge lead={lead} />
                </span>
              }
              text={
                lead.isRecordShort
                  ? t('tooShort')
                  : t('days', { count: lead.days, days: figures.whole(lead.days) })
              }
              value={<Return fraction={lead.returns.all} />}
              note={<Fall fraction={lead.maxDrawdown} />}
              after={<RiskScore score={lead.riskScore} />}
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
