import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { useState } from 'react'
import { ConsolePage } from '../../parts/ConsolePage.tsx'
import { Channels } from './Channels.tsx'
import { Markets } from './Markets.tsx'
import styles from './Products.module.css'

/** Markets and deposit channels. */
export default function Products() {
  const [tab, setTab] = useState<'markets' | 'channels'>('markets')
  return (
    <ConsolePage title="Products" note="Prices come from the feed and can’t be set.">
      <Tabs
        id="products"
        label="Products"
        className={styles.tabs}
        tabs={[
          { id: 'markets', label: 'Markets' },
          { id: 'channels', label: 'Online deposits' },
        ]}
        value={tab}
        onChange={setTab}
      />
      <TabPanel id="products" tab={tab}>
        {tab === 'markets' ? <Markets /> : <Channels />}
      </TabPanel>
    </ConsolePage>
  )
}
