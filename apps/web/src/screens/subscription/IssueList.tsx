import type { Issue } from '@glasshouse/core/subscription/codec'
import type { ShownState } from '@glasshouse/core/subscription/rules'
import { Badge, type BadgeTone } from '@glasshouse/ui/Badge'
import { buttonClass } from '@glasshouse/ui/Button'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { ListRow, listRowClass, listRowsClass } from '@glasshouse/ui/ListRow'
import { type Column, Table } from '@glasshouse/ui/Table'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListError, listErrorOf } from '../../components/ListError.tsx'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import styles from './Subscription.module.css'
import { coinOf, lastDayOf } from './useIssues.ts'

const tones: Readonly<Record<ShownState, BadgeTone>> = {
  open: 'brand',
  closed: 'warn',
  paying: 'warn',
  over: 'plain',
  cancelled: 'plain',
}

/** State of an issue in words. */
export function IssueState({ state }: { state: ShownState }) {
  const { t } = useTranslation('subscription')
  return <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
}

/** Coin and number of an issue, with a link to its page. */
function IssueName({ issue }: { issue: { readonly id: number; readonly symbol: string } }) {
  const coin = coinOf(issue)
  return (
    <Link href={paths.subscription({ id: issue.id })} className={styles.coin}>
      <CoinIcon code={issue.symbol} />
      <b>
        {coin} {issue.id}
      </b>
    </Link>
  )
}

/** Issues with prices, coins, dates and state; rows on a phone. */
export function IssueList({ issues }: { issues: QueryState<readonly Issue[]> }) {
  const { t } = useTranslation('subscription')
  const columns = useColumns()
  const empty = <EmptyState icon="plus" title={t('none')} text={t('noneText')} />
  if (site === 'desktop')
    return (
      <Table<Issue>
        caption={t('issues')}
        size="roomy"
        rows={issues.data}
        rowKey={({ id }) => id}
        columns={columns}
        empty={empty}
        failed={listErrorOf(issues)}
      />
    )
  if (issues.data === undefined)
    return issues.error ? <ListError list={issues} /> : <div className={styles.waiting} aria-busy="true" />
  return issues.data.length === 0 ? empty : <Rows issues={issues.data} />
}

const useColumns = (): readonly Column<Issue>[] => {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  return [
    { id: 'issue', head: t('issue'), bone: 110, cell: (issue) => <IssueName issue={issue} /> },
    { id: 'state', head: t('stateHead'), cell: ({ state }) => <IssueState state={state} /> },
    { id: 'price', head: t('issuePrice'), align: 'right', cell: ({ price }) => figures.exactPrice(price) },
    {
      id: 'market',
      head: t('marketPrice'),
      align: 'right',
      cell: ({ marketPrice }) => (marketPrice === null ? t('notTrading') : figures.exactPrice(marketPrice)),
    },
    { id: 'offered', head: t('offered'), align: 'right', cell: ({ number }) => figures.coins(number) },
    { id: 'asked', head: t('askedAll'), align: 'right', cell: ({ asked }) => figures.coins(asked) },
    { id: 'closes', head: t('closes'), cell: ({ closeMs }) => figures.full(closeMs) },
    { id: 'pay', head: t('payUntil'), cell: (issue) => figures.day(lastDayOf(issue)) },
    {
      id: 'act',
      head: <span className="sr-only">{t('action')}</span>,
      align: 'right',
      bone: 0,
      cell: (issue) => (
        <Link
          href={paths.subscription({ id: issue.id })}
          className={buttonClass({ size: 's' })}
          aria-label={t(issue.state === 'open' ? 'applyFor' : 'look', {
            coin: `${coinOf(issue)} ${issue.id}`,
          })}
        >
          {t(issue.state === 'open' ? 'apply' : 'details')}
        </Link>
      ),
    },
  ]
}

function Rows({ issues }: { issues: readonly Issue[] }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  return (
    <ul className={listRowsClass}>
      {issues.map((issue) => (
        <li key={issue.id}>
          <Link href={paths.subscription({ id: issue.id })} className={listRowClass}>
            <ListRow
              mark={<CoinIcon code={issue.symbol} />}
              title={`${coinOf(issue)} ${issue.id}`}
              text={t('closesAt', { time: figures.full(issue.closeMs) })}
              value={`${figures.exactPrice(issue.price)} USDT`}
              note={<IssueState state={issue.state} />}
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
