import type { ReactNode } from 'react'
import { classNames } from './classNames.tsx'
import { moveFocus } from './rovingFocus.ts'
import styles from './SegmentedControl.module.css'

export type SegmentedOption<Value extends string | number> = {
  readonly value: Value
  readonly label: ReactNode
  /** Accessible name, if the label is only a graphic. */
  readonly name?: string
  /** Fills the chosen option with a direction colour (buy and sell). */
  readonly tone?: 'up' | 'down'
}

/** Single choice of a few visible options. `well` is the default, `tiles` for numbers, `chips` for tools. */
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
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio drawn as a segment; arrow keys are handled by the group
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={index === chosen}
          aria-label={option.name}
          title={option.name}
          tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
          className={classNames(styles.option, option.tone && styles[option.tone])}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
