import { lazy, Suspense, useState } from 'react'
import { Button } from '../src/Button.tsx'
import { Field } from '../src/Field.tsx'
import { Section } from './Section.tsx'
import styles from './Workshop.module.css'

const CommandDialog = lazy(() =>
  import('../src/CommandDialog.tsx').then((module) => ({ default: module.CommandDialog })),
)

/** Dialog in front of a command: the first amount sent is rejected, a second one accepted. */
export function Commands() {
  const [isOpen, setOpen] = useState(false)
  const [amount, setAmount] = useState('100')
  const [sent, setSent] = useState<readonly string[]>([])
  const [outerSubmits, setOuterSubmits] = useState(0)
  const send = () => {
    setSent([...sent, amount])
    if (sent.length > 0) setOpen(false)
  }
  return (
    <Section title="Commands" note="names the effect, Enter sends">
      <form
        className={styles.flow}
        onSubmit={(event) => {
          event.preventDefault()
          setOuterSubmits((count) => count + 1)
        }}
      >
        <Button onClick={() => setOpen(true)}>Withdraw…</Button>
        <output aria-label="Sent">{sent.join(' ')}</output>
        <output aria-label="Submits of the page">{outerSubmits}</output>
        {isOpen && (
          <Suspense fallback={null}>
            <CommandDialog
              title="Withdraw to the bank?"
              description="It waits for a decision."
              closeLabel="Close"
              cancelLabel="Keep"
              act={`Withdraw ${amount}`}
              busy={false}
              reason={amount === '' ? true : undefined}
              hint={amount === '' ? 'Enter an amount.' : undefined}
              problem={sent.length === 1 && 'Below the minimum.'}
              onAct={send}
              onClose={() => setOpen(false)}
            >
              <Field label="Withdrawal" value={amount} onChange={setAmount} />
            </CommandDialog>
          </Suspense>
        )}
      </form>
    </Section>
  )
}
