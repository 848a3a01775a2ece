import type { HTMLAttributes, Ref } from 'react'
import { classNames } from './classNames.tsx'
import styles from './GlassPanel.module.css'

/** Class name of a translucent floating panel. */
export const veilClass = (): string => classNames(styles.veil)

/** Translucent floating panel. No other element is translucent. */
export function GlassPanel({
  className,
  ref,
  ...rest
}: HTMLAttributes<HTMLDivElement> & { ref?: Ref<HTMLDivElement> }) {
  return <div ref={ref} {...rest} className={classNames(styles.veil, className)} />
}
