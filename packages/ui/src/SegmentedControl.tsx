import type { ReactNode } from 'react'
import { classNames } from './classNames.tsx'
import { moveFocus } from './rovingFocus.ts'
import styles from './SegmentedControl.module.css'

export type SegmentedOption<Value extends string | number> = {
  readonly value: Value
  readonly label: ReactNode
  /** Spoken instead of the label where that is only a drawing. */
  readonly name?: string
  /** Fills the chosen option with a direction colour (buy and sell). */
  readonly tone?: 'up' | 'down'
}

/** One choice out of a few, all in sight. `well` is the plain one, `tiles` for numbers, `chips` for tools. */
export function SegmentedControl<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  look = 'well',
  className,
}: {
  label: string
  options: readonly SegmentedOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  look?: 'well' | 'tiles' | 'underline' | 'chips'
  className?: string | undefined
}) {
  const chosen = options.findIndex((option) => option.value === value)
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(styles.group, styles[look], className)}
      onKeyDown={(event) => {
        const next = moveFocus(event, Math.max(chosen, 0), options.length, 'radio')
        const option = next === null ? undefined : options[next]
        if (option) onChange(option.value)
      }}
    >
      {options.map((option, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio drawn as a segment; arrow keys are handled by the group
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={place === chosen}
          aria-label={option.name}
          title={option.name}
          tabIndex={place === Math.max(chosen, 0) ? 0 : -1}
          className={classNames(styles.option, option.tone && styles[option.tone])}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
