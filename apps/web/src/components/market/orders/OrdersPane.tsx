import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type TabItem, TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../../paths.ts'
import { useCurrentPath } from '../../useCurrentPath.ts'
import styles from './Orders.module.css'

/** Replaces the orders of a visitor: a note with a sign-in link. */
export function VisitorNote({ title, text, signIn }: { title: string; text: string; signIn: string }) {
  return (
    <EmptyState
      icon="person"
      title={title}
      text={text}
      action={
        <Link className={buttonClass()} href={paths.login({ next: useCurrentPath() })}>
          {signIn}
        </Link>
      }
    />
  )
}

/** Orders of the user below the chart: tabs and a scrollable list. */
export function OrdersPane<Tab extends string>({
  label,
  tabs,
  value,
  onChange,
  tools,
  children,
}: {
  label: string
  tabs: readonly TabItem<Tab>[]
  value: Tab
  onChange: (tab: Tab) => void
  /** Controls at the right end of the tabs. */
  tools?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.pane} aria-label={label}>
      <Tabs
        id="orders"
        className={styles.tabs}
        label={label}
        tabs={tabs}
        value={value}
        onChange={onChange}
        tools={tools}
      />
      <TabPanel id="orders" tab={value} className={styles.panel}>
        {children}
      </TabPanel>
    </section>
  )
}
