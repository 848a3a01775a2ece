import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { useState } from 'react'
import { ConsolePage } from '../../parts/ConsolePage.tsx'
import { Channels } from './Channels.tsx'
import { InvestBook } from './InvestBook.tsx'
import { Investments } from './Investments.tsx'
import { Issues } from './Issues.tsx'
import { Markets } from './Markets.tsx'
import styles from './Products.module.css'

type Tab = 'markets' | 'investments' | 'book' | 'issues' | 'channels'

/** Markets, investment products, their payments due, issues of new coins, and deposit channels. */
export default function Products() {
  const [tab, setTab] = useState<Tab>('markets')
  return (
    <ConsolePage
      title="Products"
      note="Prices come from the feed and can’t be set. Terms change for future sales only."
    >
      <Tabs
        id="products"
        label="Products"
        className={styles.tabs}
        tabs={[
          { id: 'markets', label: 'Markets' },
          { id: 'investments', label: 'Investments' },
          { id: 'book', label: 'Payments due' },
          { id: 'issues', label: 'New coins' },
          { id: 'channels', label: 'Online deposits' },
        ]}
        value={tab}
        onChange={setTab}
      />
      <TabPanel id="products" tab={tab}>
        {tab === 'markets' && <Markets />}
        {tab === 'investments' && <Investments />}
        {tab === 'book' && <InvestBook />}
        {tab === 'issues' && <Issues />}
        {tab === 'channels' && <Channels />}
      </TabPanel>
    </ConsolePage>
  )
}
