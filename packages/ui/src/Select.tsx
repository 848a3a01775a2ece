import { useId } from 'react'
import { classNames } from './classNames.tsx'
import { Icon } from './Icon.tsx'
import styles from './Select.module.css'

export type SelectOption<Value extends string> = { readonly value: Value; readonly label: string }

/** Single choice of many options: the native select element in a well. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  hideLabel = false,
  autoComplete,
  className,
}: {
  label: string
  options: readonly SelectOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** The label is only for screen readers. */
  hideLabel?: boolean
  autoComplete?: string
  className?: string | undefined
}) {
  const id = useId()
  const pick = (text: string) => {
    const option = options.find((known) => known.value === text)
    if (option) onChange(option.value)
  }
  return (
    <div className={className}>
      <label htmlFor={id} className={classNames(hideLabel ? 'sr-only' : styles.label)}>
        {label}
      </label>
      <div className={styles.well}>
        <select
          id={id}
          className={styles.select}
          value={value}
          autoComplete={autoComplete}
          onChange={(event) => pick(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" size={14} className={styles.arrow} />
      </div>
    </div>
  )
}
