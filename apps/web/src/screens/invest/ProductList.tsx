import type { InvestProduct } from '@glasshouse/core/invest/products/view/codec'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { classNames } from '@glasshouse/ui/classNames'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { cyclesOf, unavailableOf } from './cycles.ts'
import { Meter } from './FundingMeter.tsx'
import styles from './Invest.module.css'
import { useRateText } from './Rates.tsx'
import { useKindName, useUnavailableName } from './useInvest.ts'

/** Products as links to their terms, with rate, status and capacity. */
export function ProductList({
  list,
  chosen,
  type,
}: {
  list: QueryState<readonly InvestProduct[]>
  /** The product shown beside the list. */
  chosen: number | null
  /** Kept in the address, so that the list beside the product stays the same. */
  type: string | undefined
}) {
  const { t } = useTranslation('invest')
  if (list.data === undefined)
    return list.error ? <ListError list={list} /> : <Skeleton width="100%" height={320} />
  if (list.data.length === 0) return <EmptyState icon="leaf" title={t('none')} text={t('noneText')} />
  return (
    <ul className={styles.items}>
      {list.data.map((product) => (
        <li key={product.id}>
          <Link
            href={paths.details({ id: product.id, type })}
            className={classNames(styles.item, !product.isOnSale && styles.out)}
            aria-current={product.id === chosen ? 'true' : undefined}
          >
            <Item product={product} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Item({ product }: { product: InvestProduct }) {
  const { t } = useTranslation(['invest', 'leads'])
  const figures = useFormatters()
  const kindName = useKindName()
  const statusName = useUnavailableName()
  const rateText = useRateText()
  const [cycle] = cyclesOf(product)
  const status = unavailableOf(product)
  // A pool holds what was put into it; what interest is set aside for does not apply to it.
  const pool = product.copy?.pool ?? null
  const [sold, capacity] = pool
    ? [pool.equity ?? usdt('0'), pool.capacity]
    : [product.funding.sold, product.funding.capacity]
  const whole = (amount: Usdt): string => figures.amount(amount, 'floor', 0)
  return (
    <>
      <span className={styles.line}>
        <b className={styles.name}>{product.name}</b>
        {cycle === undefined ? (
          <span>{t('noRate')}</span>
        ) : (
          <span className={styles.itemRate}>
            {rateText(cycle.rate)}{' '}
            <small>{t('inDays', { count: cycle.days, days: figures.whole(cycle.days) })}</small>
          </span>
        )}
      </span>
      <span className={styles.line}>
        <span className={styles.badges}>
          {kindName(product)}
          {product.isFeatured && <Badge tone="brand">{t('featured')}</Badge>}
          {status !== null && <Badge>{statusName(status)}</Badge>}
        </span>
        {cycle !== undefined && (
          <span>
            {t('rates.annual')} {figures.percent(product.yearly.annual)} · APY{' '}
            {figures.percent(product.yearly.apy)}
          </span>
        )}
      </span>
      <Meter sold={sold} capacity={capacity} order={usdt('0')} />
      <span className={styles.line}>
        {status === 'soldOut' && product.kind !== 'copy' ? (
          <span>{t('soldOutText')}</span>
        ) : (
          <>
            <span>
              {pool
                ? `${t('leads:pool')} ${pool.equity === null ? '—' : whole(pool.equity)}`
                : t('sold', { amount: whole(sold) })}
            </span>
            <span>{t('capacityLeft', { amount: whole(capacity) })}</span>
          </>
        )}
      </span>
    </>
  )
}
