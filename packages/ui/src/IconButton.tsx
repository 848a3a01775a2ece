import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './classNames.tsx'
import { Icon, type IconName } from './Icon.tsx'
import styles from './IconButton.module.css'

/** Button with an icon and optional text. `label` is the accessible name. */
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
  /** Draws its own background, for steppers in a well. */
  boxed?: boolean
  /** For a toggle button: whether it is pressed. */
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
