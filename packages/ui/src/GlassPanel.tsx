import type { HTMLAttributes, Ref } from 'react'
import { classNames } from './classNames.tsx'
import styles from './GlassPanel.module.css'

/** The class of a floating sheet of glass. */
export const veilClass = (): string => classNames(styles.veil)

/** A floating sheet of glass: the only translucent thing. */
export function GlassPanel({
  className,
  ref,
  ...rest
}: HTMLAttributes<HTMLDivElement> & { ref?: Ref<HTMLDivElement> }) {
  return <div ref={ref} {...rest} className={classNames(styles.veil, className)} />
}
