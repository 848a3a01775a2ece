import { Calculation } from '@glasshouse/ui/Calculation'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { MarginOrders } from './MarginOrders.tsx'
import { marginOf } from './margin.ts'
import styles from './Transaction.module.css'
import { useShownMargin } from './useShownMargin.ts'

/** Positions overview: total margin, and the positions. */
export default function Transaction() {
  return useSignedIn() ? <Held /> : null
}

function Held() {
  const { t } = useTranslation('transaction')
  const [wallet, setWallet] = useState<1 | 2>(1)
  return (
    <Page title={t('title')} back={paths.mine()}>
      <Sums />
      <Panel
        title={t('orders')}
        beside={
          <SegmentedControl
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
      </Panel>
    </Page>
  )
}

function Sums() {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const first = useShownMargin(1)
  const second = useShownMargin(2)
  const failed = first.failed ?? second.failed
  if (failed) return <ListError list={failed} />
  const margin = first.shown && second.shown && marginOf(first.shown, second.shown)
  const write = (units: bigint) => figures.own(units)
  return (
    <dl className={styles.sums} aria-busy={margin === null || undefined}>
      <div className={styles.sum}>
        <dt>{t('margin')}</dt>
        <dd className={styles.total}>{margin ? write(margin.all) : <Skeleton width={160} height={28} />}</dd>
        <dd className={styles.small}>
          {margin && margin.second > 0n ? (
            <Calculation sum={`${write(margin.first)} + ${write(margin.second)} = ${write(margin.all)}`} />
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
