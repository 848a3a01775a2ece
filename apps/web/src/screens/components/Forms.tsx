import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Checkbox } from '@glasshouse/ui/Checkbox'
import { EvidenceButton } from '@glasshouse/ui/EvidenceButton'
import { Field } from '@glasshouse/ui/Field'
import { Icon } from '@glasshouse/ui/Icon'
import { PercentPicker, type PercentStep } from '@glasshouse/ui/PercentPicker'
import { PracticeBadge } from '@glasshouse/ui/PracticeBadge'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Select } from '@glasshouse/ui/Select'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { showToast } from '@glasshouse/ui/Toast'
import { Toggle } from '@glasshouse/ui/Toggle'
import { useState } from 'react'
import styles from './Components.module.css'
import { Section } from './Section.tsx'

/** Buttons and form fields. */
export function Forms({ id }: { id: string }) {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices id={id} />
    </>
  )
}

function Buttons() {
  const [amount, setAmount] = useState('50')
  return (
    <Section title="Buttons" note="one primary a view">
      <div className={styles.flow}>
        <Button variant="primary">Invest 5,000</Button>
        <Button>Close</Button>
        <Button variant="quiet">Cancel</Button>
        <Button variant="danger">Reject</Button>
        <Button size="s">Small</Button>
        <Button size="l">Large</Button>
      </div>
      <div className={styles.flow}>
        <Button variant="up">▲ Buy 11 lots</Button>
        <Button variant="down">▼ Sell 11 lots</Button>
        <Button variant="primary" busy="Placing">
          Place
        </Button>
      </div>
      <div className={styles.flow}>
        <Button
          variant="primary"
          reason={
            amount === '50' && (
              <>
                The amount is below 100.{' '}
                <button type="button" onClick={() => setAmount('100')}>
                  Use 100
                </button>
              </>
            )
          }
        >
          Invest
        </Button>
      </div>
    </Section>
  )
}

function Fields() {
  const [amount, setAmount] = useState('5,000')
  const [stop, setStop] = useState('63,000.00')
  const [read, setRead] = useState(true)
  const [on, setOn] = useState(true)
  const [step, setStep] = useState<PercentStep | null>(50)
  const wrong = stop === '63,000.00'
  return (
    <Section title="Fields" note="limits before typing, the mistake beside the field">
      <div className={styles.pairs}>
        <Field
          label="Amount"
          limits="100 to 50,000, steps of 100"
          unit="USDT"
          value={amount}
          onChange={setAmount}
        />
        <Select
          label="Wallet"
          options={[
            { value: 'a', label: 'Contract wallet' },
            { value: 'b', label: 'Second contract wallet' },
          ]}
          value="a"
          onChange={() => {}}
        />
        <Field
          label="Stop-loss, buy"
          limits="below 65,702.10"
          unit="USDT"
          value={stop}
          onChange={setStop}
          error={wrong && 'Beyond the close-out price.'}
          fix={wrong ? { text: 'Use 63,594.39', onUse: () => setStop('63,594.39') } : undefined}
        />
        <Field
          label="Withdraw to"
          limits="paused until 17 Jun 14:41"
          value="TXk2…9fQe"
          mono
          locked
          note="New address. Withdrawals to it open 24 h after the change."
        />
        <Field label="Price" layout="inside" unit="USDT" value="65,850.00" onChange={() => {}} />
        <PercentPicker label="Share of the balance" value={step} onPick={setStep} />
      </div>
      <div className={`${styles.flow} ${styles.spaced}`}>
        <Checkbox checked={read} onChange={setRead}>
          I have read the risk notice
        </Checkbox>
        <Toggle on={on} onChange={setOn}>
          Day and night
        </Toggle>
      </div>
    </Section>
  )
}

function Choices({ id }: { id: string }) {
  const [tab, setTab] = useState<'open' | 'waiting' | 'closed' | 'revoked'>('open')
  return (
    <Section title="Tabs, choices and badges">
      <Tabs
        id={`gallery-${id}`}
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
      <TabPanel id={`gallery-${id}`} tab={tab} className={styles.spaced}>
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
          <EvidenceButton
            label="Receipt"
            onClick={() => showToast({ title: 'The receipt opens here', tone: 'evidence' })}
          >
            tick 812,604,377
          </EvidenceButton>
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
