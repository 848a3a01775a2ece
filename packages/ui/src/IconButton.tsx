import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './classNames.tsx'
import { Icon, type IconName } from './Icon.tsx'
import styles from './IconButton.module.css'

/** A button that shows an icon and, if given, a few words; `label` is what a screen reader says. */
export function IconButton({
  icon,
  label,
  small = false,
  boxed = false,
  on,
  className,
  children,
  iconSize,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: IconName
  label: string
  small?: boolean
  /** Stands on a pane of its own, for steppers in a well. */
  boxed?: boolean
  /** Set for a switch: pressed or not. */
  on?: boolean
  iconSize?: number
  ref?: Ref<HTMLButtonElement>
}) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={rest.title ?? (children ? undefined : label)}
      aria-pressed={on}
      className={classNames(
        styles.button,
        small && styles.s,
        boxed && styles.boxed,
        on && styles.on,
        className,
      )}
    >
      <Icon name={icon} size={iconSize ?? (small ? 14 : 16)} />
      {children}
    </button>
  )
}
