import { useState } from 'react'
import { Button } from '../src/Button.tsx'
import { Field } from '../src/Field.tsx'
import { Sheet } from '../src/Sheet.tsx'
import styles from './Workshop.module.css'

/** The bottom sheet of a phone screen, over content that stays usable. */
export function PhoneSheet() {
  const [open, setOpen] = useState(true)
  const [lots, setLots] = useState('10')
  return (
    <main className={styles.phone}>
      <h1>Chart</h1>
      <Button onClick={() => setLots('20')}>Behind the sheet</Button>
      <Sheet
        className={styles.bottom}
        label="Order"
        open={open}
        onOpenChange={setOpen}
        raise="Raise the order form"
        lower="Lower the order form"
        strip={<span>Market, 10×</span>}
        foot={<Button wide>Buy {lots} lots</Button>}
      >
        <Field label="Lots" value={lots} onChange={setLots} />
      </Sheet>
    </main>
  )
}
