import { classNames } from './classNames.tsx'
import styles from './PercentPicker.module.css'

export const percentSteps = [25, 50, 75, 100] as const
export type PercentStep = (typeof percentSteps)[number]

/** Four buttons for 25, 50, 75 and 100 %. */
export function PercentPicker({
  label,
  value,
  onPick,
}: {
  label: string
  value: PercentStep | null
  onPick: (step: PercentStep) => void
}) {
  return (
    <fieldset className={styles.steps} aria-label={label}>
      {percentSteps.map((step) => (
        <button
          key={step}
          type="button"
          aria-pressed={step === value}
          className={classNames(
            styles.step,
            value !== null && step <= value && styles.filled,
            step === value && styles.chosen,
          )}
          onClick={() => onPick(step)}
        >
          {step}%
        </button>
      ))}
    </fieldset>
  )
}
