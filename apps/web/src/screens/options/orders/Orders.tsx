import type { MarketRow } from '@glasshouse/core/markets/wire'
import type { OptionOrderRow } from '@glasshouse/core/options/wire'
import { buttonClass } from '@glasshouse/ui/Button'
import { StateNote } from '@glasshouse/ui/StateNote'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useSession } from '../../../live/session.ts'
import { useHere } from '../../../parts/useHere.ts'
import { paths } from '../../../paths.ts'
import type { OptionTrader } from '../useTrader.ts'
import { OrderList } from './OrderList.tsx'
import styles from './Orders.module.css'
import type { Shown } from './usePage.ts'

/** What stands in place of the options of somebody who is not signed in. */
export function Visitor() {
  const { t } = useTranslation('options')
  return (
    <StateNote
      icon="person"
      title={t('orders.visitor')}
      text={t('orders.visitorText')}
      action={
        <Link className={buttonClass()} href={paths.login({ next: useHere() })}>
          {t('orders.signIn')}
        </Link>
      }
    />
  )
}

/** The trader's options: all of them, those that run, those that are settled. */
export function Orders({
  markets,
  trader,
  receiptOf,
  onFocus,
  onReceipt,
}: {
  markets: readonly MarketRow[]
  trader: OptionTrader
  receiptOf: number | null
  onFocus: (order: OptionOrderRow) => void
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation('options')
  const visitor = useSession() === null
  const [shown, setShown] = useState<Shown>({ tab: 'all', page: 1 })
  return (
    <section className={styles.pane} aria-label={t('orders.title')}>
      <Tabs
        id="orders"
        className={styles.tabs}
        label={t('orders.title')}
        tabs={[
          { id: 'all', label: t('orders.all') },
          { id: 'open', label: t('orders.open'), count: trader.openTotal },
          { id: 'settled', label: t('orders.settledTab'), count: trader.settledTotal },
        ]}
        value={shown.tab}
        onChange={(tab) => setShown({ tab, page: 1 })}
      />
      <TabPanel id="orders" tab={shown.tab} className={styles.panel}>
        {visitor ? (
          <Visitor />
        ) : (
          <OrderList
            shown={shown}
            markets={markets}
            receiptOf={receiptOf}
            onPage={(page) => setShown({ ...shown, page })}
            onFocus={onFocus}
            onReceipt={onReceipt}
          />
        )}
      </TabPanel>
    </section>
  )
}
