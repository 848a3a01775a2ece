import { type CSSProperties, useId } from 'react'
import { classNames } from './classNames.tsx'
import styles from './StepSlider.module.css'

/** Slider over a few values in ascending order, with a mark at each; the chosen value stands beside it. */
export function StepSlider({
  label,
  hideLabel = false,
  values,
  value,
  format,
  describe = format,
  onChange,
  className,
}: {
  label: string
  /** The label is only for screen readers. */
  hideLabel?: boolean
  values: readonly number[]
  value: number
  /** Text of a value. */
  format: (value: number) => string
  /** What a screen reader says about a value. */
  describe?: (value: number) => string
  onChange: (value: number) => void
  className?: string | undefined
}) {
  const id = useId()
  const last = Math.max(values.length - 1, 1)
  const at = Math.max(values.indexOf(value), 0)
  return (
    <div className={classNames(styles.slider, className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : styles.label}>
        {label}
      </label>
      <span className={styles.track} style={{ '--at': at / last } as CSSProperties}>
        {values.map((mark, index) => (
          <i
            key={mark}
            className={index <= at ? styles.passed : undefined}
            style={{ '--at': index / last } as CSSProperties}
          />
        ))}
        <input
          id={id}
          type="range"
          min={0}
          max={values.length - 1}
          step={1}
          value={at}
          disabled={values.length < 2}
          aria-valuetext={describe(value)}
          onChange={(event) => {
            const next = values[event.target.valueAsNumber]
            if (next !== undefined) onChange(next)
          }}
        />
      </span>
      <output htmlFor={id} className={styles.value}>
        {format(value)}
      </output>
    </div>
  )
}
