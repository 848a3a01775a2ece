import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon } from '@glasshouse/ui/Icon'
import { ListRow, listRowClass, listRowsClass } from '@glasshouse/ui/ListRow'
import { type Column, Table } from '@glasshouse/ui/Table'
import { Link } from 'wouter'
import { type Formatters, useFormatters } from '../../components/formatters.ts'
import { ListError, listErrorOf } from '../../components/ListError.tsx'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import styles from './Invest.module.css'
import orderStyles from './Orders.module.css'
import { isRunning, methodOf, principalOf, stateTone } from './orderPlan.ts'
import { useRateText } from './Rates.tsx'

type Tab = 'running' | 'finished'

/** Address of an order's details: beside the list on the desktop site, a screen of its own on a phone. */
const pathOf = (order: InvestOrder, tab: Tab): string =>
  site === 'phone'
    ? paths.order({ id: order.id })
    : paths.history({ id: order.id, tab: tab === 'finished' ? 'finished' : undefined })

/** Returns the terms of an order in one line. */
const useTermsLine = (): ((order: InvestOrder) => string) => {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const rateText = useRateText()
  return (order) => {
    const method = methodOf(order)
    if (method === null) return t('method.copy')
    const days = t('days', { count: order.days, days: figures.whole(order.days) })
    const kind = order.kind === 'experience' ? t('trial') : t(`method.${method}`)
    return `${kind} · ${rateText(order.rate)}, ${days}`
  }
}

/** My orders: a table, or two-line rows on a phone. */
export function OrderList({
  list,
  tab,
  chosen,
}: {
  list: QueryState<readonly InvestOrder[]>
  tab: Tab
  /** The order shown beside the list. */
  chosen: number | null
}) {
  const { t } = useTranslation('invest')
  const columns = useColumns(tab)
  const empty = (
    <EmptyState
      icon="leaf"
      title={t(tab === 'running' ? 'history.noneRunning' : 'history.noneFinished')}
      text={t('history.noneText')}
      action={
        <Link href={paths.project()} className={buttonClass({ variant: 'primary' })}>
          {t('toProducts')}
        </Link>
      }
    />
  )
  if (site === 'desktop')
    return (
      <Table<InvestOrder>
        caption={t('history.title')}
        size="roomy"
        rows={list.data}
        rowKey={({ id }) => id}
        columns={columns}
        isChosen={({ id }) => id === chosen}
        empty={empty}
        failed={listErrorOf(list)}
      />
    )
  if (list.data === undefined)
    return list.error ? <ListError list={list} /> : <div className={orderStyles.waiting} aria-busy="true" />
  return list.data.length === 0 ? empty : <Rows orders={list.data} tab={tab} />
}

const earned = (figures: Formatters, order: InvestOrder): string =>
  figures.amount(order.accrued, 'floor', 4, 'always')

/** A copy order can lose. */
const toneOf = ({ accrued, kind }: InvestOrder): string | undefined => {
  if (accrued < 0n) return orderStyles.loss
  return accrued > 0n || kind !== 'copy' ? orderStyles.gain : undefined
}

const useColumns = (tab: Tab): readonly Column<InvestOrder>[] => {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const termsLine = useTermsLine()
  return [
    {
      id: 'order',
      head: t('history.order'),
      bone: 140,
      cell: (order) => (
        <>
          <Link href={pathOf(order, tab)} className={orderStyles.orderName}>
            {order.productName}
          </Link>
          <span className={orderStyles.sub}>{termsLine(order)}</span>
        </>
      ),
    },
    {
      id: 'invested',
      head: t('history.invested'),
      align: 'right',
      cell: (order) => figures.amount(principalOf(order), 'floor'),
    },
    {
      id: 'earned',
      head: t('history.earned'),
      align: 'right',
      cell: (order) => (
        <>
          <span className={toneOf(order)}>{earned(figures, order)}</span>
          {tab === 'running' && (
            <span className={orderStyles.sub}>
              {t('history.yesterdayOf', {
                amount: figures.amount(order.yesterday, 'floor', 4, 'always'),
              })}
            </span>
          )}
        </>
      ),
    },
    tab === 'running'
      ? {
          id: 'time',
          head: t('history.time'),
          cell: (order) =>
            order.kind === 'copy' ? <CopyProgress order={order} /> : <Progress order={order} />,
        }
      : {
          id: 'payout',
          head: t('history.payout'),
          align: 'right',
          cell: (order) => figures.amount(order.payout, 'floor'),
        },
    {
      id: 'state',
      head: t('history.state'),
      cell: (order) => <Badge tone={stateTone(order.state)}>{t(`state.${order.state}`)}</Badge>,
    },
  ]
}

/** Value of a copy order, and the end of its period or the dealing at which it leaves. */
function CopyProgress({ order }: { order: InvestOrder }) {
  const { t } = useTranslation('copy')
  const figures = useFormatters()
  if (order.state === 'waiting') return <>{order.nextMs !== null && figures.full(order.nextMs)}</>
  return (
    <>
      {t('order.state', { value: figures.amount(order.copy?.value ?? 0n, 'floor') })}
      <span className={orderStyles.sub}>
        {order.copy !== null && order.copy.leavesMs !== null
          ? t('leave.leavesAt', { time: figures.day(order.copy.leavesMs) })
          : t('order.endsOn', { date: figures.day(order.redeemableMs) })}
      </span>
    </>
  )
}

/** Accruals done of all, and the end. */
function Progress({ order }: { order: InvestOrder }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const done = Math.max(0, order.days - order.accrualsLeft)
  const share = order.days === 0 ? 0 : (done * 100) / order.days
  return (
    <div className={orderStyles.progress}>
      <span className={styles.meter} aria-hidden="true">
        <i className={styles.soldPart} style={{ width: `${share}%` }} />
      </span>
      <span className={styles.line}>
        <span>
          {order.state === 'redeeming'
            ? t('history.settles', { date: figures.day(order.nextMs ?? order.endsMs) })
            : t('history.accrualsLeft', {
                left: figures.whole(order.accrualsLeft),
                days: figures.whole(order.days),
              })}
        </span>
        {order.state !== 'redeeming' && <span>{figures.day(order.endsMs)}</span>}
      </span>
    </div>
  )
}

/** Phone rows: name and terms, money and state. */
function Rows({ orders, tab }: { orders: readonly InvestOrder[]; tab: Tab }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const termsLine = useTermsLine()
  return (
    <ul className={listRowsClass}>
      {orders.map((order) => (
        <li key={order.id}>
          <Link href={pathOf(order, tab)} className={listRowClass}>
            <ListRow
              title={order.productName}
              text={termsLine(order)}
              value={figures.amount(principalOf(order), 'floor')}
              note={<span className={toneOf(order)}>{earned(figures, order)}</span>}
              after={
                isRunning(order) && order.state === 'running' ? (
                  <Icon name="right" />
                ) : (
                  <Badge tone={stateTone(order.state)}>{t(`state.${order.state}`)}</Badge>
                )
              }
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
