import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react'
import styles from './Button.module.css'
import { classNames } from './classNames.tsx'
import { Icon } from './Icon.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'up' | 'down'
export type ButtonSize = 's' | 'm' | 'l' | 'xl'
type ButtonStyle = { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean }

/** Class name of a button, for a link that looks like one. */
export const buttonClass = ({ variant = 'secondary', size = 'm', wide = false }: ButtonStyle = {}): string =>
  classNames(styles.button, styles[variant], size !== 'm' && styles[size], wide && styles.wide)

/** Counts the seconds since `running` became true. Counts timer ticks, so the page needs no clock. */
const useSeconds = (running: boolean): number => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!running) return
    setSeconds(0)
    const timer = setInterval(() => setSeconds((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [running])
  return seconds
}

const busyText = (busy: string | ((seconds: number) => string), seconds: number): string =>
  typeof busy === 'function' ? busy(seconds) : seconds === 0 ? busy : `${busy}, ${seconds} s`

export type ButtonProps = ButtonStyle &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
    icon?: ReactNode
    /** Label while the action runs: the button is disabled and shows a spinner and the elapsed seconds. */
    busy?: string | ((seconds: number) => string) | false | undefined
    /** Why the button is disabled. The label stays readable and the reason is shown next to it. */
    reason?: ReactNode
    reasonPlace?: 'beside' | 'below'
  }

/** Button. It stays focusable while disabled, so that the reason can be read. */
export function Button({
  variant = 'secondary',
  size = 'm',
  wide = false,
  icon,
  busy = false,
  reason,
  reasonPlace = 'beside',
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const isBusy = busy !== false
  const isOff = reason !== undefined && reason !== null && reason !== false
  const seconds = useSeconds(isBusy)
  const locked = isBusy || isOff
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (locked) event.preventDefault()
    else onClick?.(event)
  }
  const button = (
    <button
      {...rest}
      type={type}
      className={classNames(
        buttonClass({ variant, size, wide }),
        isBusy && styles.busy,
        isOff && !isBusy && styles.off,
        className,
      )}
      aria-disabled={locked || undefined}
      aria-describedby={isOff && reason !== true ? reasonId : rest['aria-describedby']}
      onClick={press}
    >
      {isBusy ? <span className={styles.spinner} /> : isOff ? <Icon name="lock" size={14} /> : icon}
      {busy === false ? children : busyText(busy, seconds)}
    </button>
  )
  if (!isOff || reason === true) return button
  return (
    <span className={classNames(styles.withReason, reasonPlace === 'below' && styles.below)}>
      {button}
      <span id={reasonId} className={styles.reason}>
        {reason}
      </span>
    </span>
  )
}
