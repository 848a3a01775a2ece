import { useState } from 'react'
import { Badge } from '../src/Badge.tsx'
import { Icon } from '../src/Icon.tsx'
import { PracticeBadge } from '../src/PracticeBadge.tsx'
import { SegmentedControl } from '../src/SegmentedControl.tsx'
import { TabPanel, Tabs } from '../src/Tabs.tsx'
import { Section } from './Section.tsx'
import styles from './Workshop.module.css'

/** Tabs, segmented controls and badges. */
export function Choices({ id }: { id: string }) {
  const [tab, setTab] = useState<'open' | 'waiting' | 'closed' | 'revoked'>('open')
  return (
    <Section title="Tabs, choices and badges">
      <Tabs
        id={`workshop-${id}`}
        label="Orders"
        tabs={[
          { id: 'open', label: 'Transaction', count: 3 },
          { id: 'waiting', label: 'Entrustment', count: 1 },
          { id: 'closed', label: 'Closed' },
          { id: 'revoked', label: 'Revoked' },
        ]}
        value={tab}
        onChange={setTab}
      />
      <TabPanel id={`workshop-${id}`} tab={tab} className={styles.spaced}>
        <div className={styles.flow}>
          <PracticeBadge text="PRACTICE" explanation="Play money. Nothing here is real." />
          <Badge tone="up">▲ Buy 20×</Badge>
          <Badge tone="down">▼ PUT</Badge>
          <Badge tone="brand">yours</Badge>
          <Badge>sold out</Badge>
          <Badge tone="warn">
            <Icon name="clock" size={12} />2 h left
          </Badge>
          <Badge tone="danger">rejected</Badge>
        </div>
      </TabPanel>
      <Segments />
    </Section>
  )
}

function Segments() {
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  const [kind, setKind] = useState<'market' | 'fixed'>('market')
  const [leverage, setLeverage] = useState(10)
  const [interval, setInterval] = useState('1h')
  return (
    <div className={`${styles.pairs} ${styles.spaced}`}>
      <SegmentedControl
        label="Side"
        options={[
          { value: 'buy', label: 'Buy · long', tone: 'up' },
          { value: 'sell', label: 'Sell · short', tone: 'down' },
        ]}
        value={side}
        onChange={setSide}
      />
      <SegmentedControl
        label="Order"
        options={[
          { value: 'market', label: 'Market' },
          { value: 'fixed', label: 'Fixed price' },
        ]}
        value={kind}
        onChange={setKind}
      />
      <SegmentedControl
        label="Leverage"
        look="tiles"
        options={[2, 5, 10, 20].map((value) => ({ value, label: `${value}×` }))}
        value={leverage}
        onChange={setLeverage}
      />
      <SegmentedControl
        label="Interval"
        look="chips"
        options={['1m', '5m', '15m', '30m', '1h', '1d'].map((value) => ({ value, label: value }))}
        value={interval}
        onChange={setInterval}
      />
    </div>
  )
}
