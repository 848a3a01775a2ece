import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link, useSearchParams } from 'wouter'
import { idOf } from '../../components/addressId.ts'
import { useOrder } from '../../components/holdings/investOrders.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Invest.module.css'
import { OrderDetail } from './OrderDetail.tsx'
import orderStyles from './Orders.module.css'
import { useIsStale } from './useInvest.ts'

/** One of my investment orders. */
export default function Order() {
  return useSignedIn() ? <Mine /> : null
}

function Mine() {
  // With the sentences of a copy order, so that it does not suspend the page that is shown.
  const { t } = useTranslation(['invest', 'copy'])
  const [search] = useSearchParams()
  const id = idOf(search.get('id'))
  const { order, missing, list } = useOrder(id)
  const isStale = useIsStale(list)
  return (
    <Page title={t('order.title', { id: id ?? '—' })} back={paths.history()}>
      <Panel>
        {isStale && (
          <p className={styles.stale} role="status">
            {t('stale')}
          </p>
        )}
        {order !== undefined ? (
          <OrderDetail key={order.id} order={order} />
        ) : missing ? (
          <NoOrder />
        ) : list.error ? (
          <ListError list={list} />
        ) : (
          <div aria-busy="true" className={orderStyles.inside}>
            <Skeleton width="100%" height={320} />
          </div>
        )}
      </Panel>
    </Page>
  )
}

/** Shown for a number that is none of my orders. */
export function NoOrder() {
  const { t } = useTranslation('invest')
  return (
    <EmptyState
      icon="rows"
      title={t('order.notFound')}
      text={t('order.notFoundText')}
      action={
        <Link href={paths.history()} className={buttonClass()}>
          {t('toOrders')}
        </Link>
      }
    />
  )
}
