import { useState } from 'react'
import { Button } from '../src/Button.tsx'
import { EvidenceButton } from '../src/EvidenceButton.tsx'
import { IconButton } from '../src/IconButton.tsx'
import { showToast } from '../src/Toast.tsx'
import { Section } from './Section.tsx'
import styles from './Workshop.module.css'

/** Buttons in all variants and states. */
export function Buttons() {
  const [amount, setAmount] = useState('50')
  const [presses, setPresses] = useState(0)
  const [isPinned, setPinned] = useState(false)
  const press = () => setPresses((count) => count + 1)
  return (
    <Section title="Buttons" note="one primary a view">
      <div className={styles.flow}>
        <Button variant="primary" onClick={press}>
          Invest 5,000
        </Button>
        <Button>Close</Button>
        <Button variant="quiet">Cancel</Button>
        <Button variant="danger">Reject</Button>
        <Button size="s">Small</Button>
        <Button size="l">Large</Button>
      </div>
      <div className={styles.flow}>
        <Button variant="up">▲ Buy 11 lots</Button>
        <Button variant="down">▼ Sell 11 lots</Button>
        <Button variant="primary" busy="Placing" onClick={press}>
          Place
        </Button>
      </div>
      <div className={styles.flow}>
        <Button
          variant="primary"
          onClick={press}
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
        <output aria-label="Presses">{presses}</output>
      </div>
      <div className={styles.flow}>
        <IconButton icon="heart" label="Pin" on={isPinned} onClick={() => setPinned(!isPinned)} />
        <IconButton icon="plus" label="More lots" boxed small />
        <IconButton icon="left" label="Previous day" disabled />
        <IconButton icon="globe" label="EN, language English">
          EN
        </IconButton>
        <EvidenceButton label="Receipt of the order" onClick={press} />
        <EvidenceButton
          label="Receipt"
          onClick={() => showToast({ title: 'The receipt opens', tone: 'evidence' })}
        >
          tick 812,604,377
        </EvidenceButton>
      </div>
      <div className={styles.narrow}>
        <Button variant="primary" wide>
          Подтвердить вывод 12 500,0000 USDT на новый адрес
        </Button>
      </div>
    </Section>
  )
}
