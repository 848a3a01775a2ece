import { Button } from '@glasshouse/ui/Button'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { NumberField } from '../../parts/NumberField.tsx'
import type { CycleDraft } from './investDraft.ts'
import styles from './Products.module.css'

/** One cycle; method and days of a saved one never change. */
export function CycleFields({
  number,
  cycle,
  onChange,
  onRemove,
}: {
  number: number
  cycle: CycleDraft
  onChange: (cycle: CycleDraft) => void
  onRemove: () => void
}) {
  const isSaved = cycle.id !== null
  const set = (part: Partial<CycleDraft>) => onChange({ ...cycle, ...part })
  return (
    <fieldset className={styles.cycle} aria-label={`Cycle ${number}`}>
      <div className={styles.cycleHead}>
        <b>
          Cycle {number}
          {isSaved && `, ${cycle.method}`}
        </b>
        <Button size="s" variant="quiet" aria-label={`Remove cycle ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {!isSaved && (
        <SegmentedControl
          label="Interest"
          options={[
            { value: 'fixed', label: 'Fixed, paid daily' },
            { value: 'compound', label: 'Compound, paid at the end' },
          ]}
          value={cycle.method}
          onChange={(method) => set({ method })}
        />
      )}
      <div className={styles.four}>
        <NumberField
          label="Rate"
          limits="whole cycle"
          unit="%"
          value={cycle.rate}
          onChange={(rate) => set({ rate })}
        />
        <NumberField
          label="Days"
          whole
          locked={isSaved}
          value={cycle.days}
          onChange={(days) => set({ days })}
        />
        <NumberField label="Minimum" whole value={cycle.min} onChange={(min) => set({ min })} />
        <NumberField label="Maximum" whole value={cycle.max} onChange={(max) => set({ max })} />
      </div>
    </fieldset>
  )
}
