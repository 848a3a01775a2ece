import { lazy, Suspense, useState } from 'react'
import { Button } from '../src/Button.tsx'
import { Calculation } from '../src/Calculation.tsx'
import { DescriptionList } from '../src/DescriptionList.tsx'
import { Field } from '../src/Field.tsx'
import { GlassPanel } from '../src/GlassPanel.tsx'
import { Kbd } from '../src/Kbd.tsx'
import { Menu } from '../src/Menu.tsx'
import { PriceChange } from '../src/PriceChange.tsx'
import { Sparkline } from '../src/Sparkline.tsx'
import { showToast } from '../src/Toast.tsx'
import { Tooltip } from '../src/Tooltip.tsx'
import { Section } from './Section.tsx'
import styles from './Workshop.module.css'

const Dialog = lazy(() => import('../src/Dialog.tsx').then((module) => ({ default: module.Dialog })))

/** Sample content behind the glass. */
const wave = [0.1, 0.3, 0.2, 0.5, 0.4, 0.8, 0.6, 0.9, 0.5, 0.7, 0.3, 0.6, 0.8, 1]

const sums = (
  <>
    <DescriptionList
      items={[
        { id: 'at', label: 'Closes at best bid, about', value: '66,128.74' },
        {
          id: 'profit',
          label: 'Profit',
          value: (
            <PriceChange direction="up" arrow={false}>
              +255.9840
            </PriceChange>
          ),
        },
        { id: 'fee', label: 'Fee to close', value: '19.8387' },
        { id: 'back', label: 'Back in your contract wallet', value: '2,207.2083', total: true },
      ]}
    />
    <Calculation className={styles.sums} sum="1,971.0630 + 255.9840 − 19.8387" />
  </>
)

/** Floating components: the only translucent ones. */
export function Floating() {
  const [open, setOpen] = useState(false)
  const [lots, setLots] = useState('600')
  const foot = (
    <>
      <Button variant="quiet" onClick={() => setOpen(false)}>
        Keep it <Kbd>Esc</Kbd>
      </Button>
      <Button variant="primary" onClick={() => setOpen(false)}>
        Close position
      </Button>
    </>
  )
  return (
    <Section title="Dialog, toast, tooltip, menu" note="veils: the only translucent things">
      <div className={styles.stage}>
        <span className={styles.backdrop}>
          <Sparkline points={wave} direction="up" width={640} height={300} />
        </span>
        <GlassPanel className={styles.sheet}>
          <h3>Close 600 lots of BTCUSDT?</h3>
          {sums}
          <div className={styles.foot}>{foot}</div>
        </GlassPanel>
      </div>
      <div className={`${styles.flow} ${styles.spaced}`}>
        <Button onClick={() => setOpen(true)}>Dialog</Button>
        <Button
          onClick={() =>
            showToast({
              title: 'Bought 10 lots at 65,400.00',
              text: 'Order 4718977, fee 0.3270',
              tone: 'evidence',
              action: { text: 'Receipt', onUse: () => {} },
            })
          }
        >
          Toast
        </Button>
        <Button onClick={() => showToast({ title: 'The price moved; nothing was done', tone: 'danger' })}>
          Refusal
        </Button>
        <Menu
          align="start"
          trigger={<Button>Menu</Button>}
          items={['All products', 'BTCUSDT', 'ETHUSDT', 'Delisted'].map((label, index) => ({
            id: label,
            label,
            chosen: index === 0,
            locked: label === 'Delisted',
            onSelect: () => showToast({ title: label }),
          }))}
        />
        <Tooltip tip="1,971.06300000 USDT" focusable>
          Margin 1,971.0630
        </Tooltip>
      </div>
      {open && (
        <Suspense fallback={null}>
          <Dialog
            open
            onOpenChange={setOpen}
            title="Close 600 lots of BTCUSDT?"
            closeLabel="Close"
            foot={foot}
          >
            {sums}
            <Field label="Lots" value={lots} onChange={setLots} />
            <Button onClick={() => showToast({ title: 'Price copied' })}>Copy price</Button>
          </Dialog>
        </Suspense>
      )}
    </Section>
  )
}
