import { Segmented } from '@glasshouse/ui/Segmented'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Working } from '@glasshouse/ui/Working'
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../live/query.ts'
import { useFigures } from '../../parts/figures.ts'
import { ListFailed } from '../../parts/ListFailed.tsx'
import { Page, Pane } from '../../parts/page/Page.tsx'
import { useSignedIn } from '../../parts/useSignedIn.ts'
import { paths } from '../../paths.ts'
import { MarginOrders } from './MarginOrders.tsx'
import { marginOf } from './margin.ts'
import styles from './Transaction.module.css'

/** What a customer's leverage orders hold: the margin of all of them, and each of them. */
export default function Transaction() {
  return useSignedIn() ? <Held /> : null
}

/** Margin moves with orders, which the events tell; this is for what they do not. */
const everyMs = 30_000

function Held() {
  const { t } = useTranslation('transaction')
  const [wallet, setWallet] = useState<1 | 2>(1)
  return (
    <Page title={t('title')} back={paths.mine()}>
      <Sums />
      <Pane
        title={t('orders')}
        beside={
          <Segmented
            className={styles.wallets}
            label={t('wallet')}
            options={[
              { value: 1 as const, label: t('first') },
              { value: 2 as const, label: t('second') },
            ]}
            value={wallet}
            onChange={setWallet}
          />
        }
      >
        <MarginOrders key={wallet} wallet={wallet} />
      </Pane>
    </Page>
  )
}

function Sums() {
  const { t } = useTranslation('transaction')
  const figures = useFigures()
  const first = useCall('/api/contract/account', { levertype: 1 }, { everyMs })
  const second = useCall('/api/contract/account', { levertype: 2 }, { everyMs })
  const failed = [first, second].find((one) => one.error && one.data === undefined)
  if (failed) return <ListFailed list={failed} />
  const margin = first.data && second.data && marginOf(first.data, second.data)
  const write = (units: bigint) => figures.amount(units, 'ceil')
  return (
    <dl className={styles.sums} aria-busy={margin === undefined || undefined}>
      <div className={styles.sum}>
        <dt>{t('margin')}</dt>
        <dd className={styles.total}>{margin ? write(margin.all) : <Skeleton width={160} height={28} />}</dd>
        <dd className={styles.small}>
          {margin && margin.second > 0n ? (
            <Working sum={`${write(margin.first)} + ${write(margin.second)} = ${write(margin.all)}`} />
          ) : (
            t('marginOf')
          )}
        </dd>
      </div>
      <div className={styles.sum}>
        <dt>{t('waiting')}</dt>
        <dd className={styles.second}>
          {margin ? write(margin.waiting) : <Skeleton width={120} height={20} />}
        </dd>
        <dd className={styles.small}>{t('waitingOf')}</dd>
      </div>
    </dl>
  )
}
