import { useState } from 'react'
import { Checkbox } from '../src/Checkbox.tsx'
import { Field } from '../src/Field.tsx'
import { NumberField } from '../src/NumberField.tsx'
import { PercentPicker, type PercentStep } from '../src/PercentPicker.tsx'
import { Select } from '../src/Select.tsx'
import { StepSlider } from '../src/StepSlider.tsx'
import { Toggle } from '../src/Toggle.tsx'
import { Section } from './Section.tsx'
import styles from './Workshop.module.css'

/** Form fields with limits, errors and accepted values. */
export function Fields() {
  const [amount, setAmount] = useState('5,000')
  const [stop, setStop] = useState('63,000.00')
  const [read, setRead] = useState(true)
  const [on, setOn] = useState(true)
  const [wallet, setWallet] = useState<'a' | 'b'>('a')
  const [limit, setLimit] = useState('65850')
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
          value={wallet}
          onChange={setWallet}
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
        <NumberField
          label="Price"
          layout="inside"
          unit="USDT"
          signs={{ group: ',', decimal: '.' }}
          unclear="Which number is meant?"
          value={limit}
          onChange={setLimit}
        />
        <Shares />
      </div>
      <output aria-label="Price as plain text" className="sr-only">
        {limit}
      </output>
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

/** A value of a few, and a share of a whole. */
function Shares() {
  const [leverage, setLeverage] = useState(10)
  const [step, setStep] = useState<PercentStep | null>(50)
  return (
    <>
      <StepSlider
        label="Leverage"
        values={[2, 5, 10, 20]}
        value={leverage}
        format={(value) => `${value}×`}
        onChange={setLeverage}
      />
      <PercentPicker label="Share of the balance" value={step} onPick={setStep} />
    </>
  )
}
