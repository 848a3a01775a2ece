import type { HTMLAttributes, Ref } from 'react'
import { join } from './classNames.tsx'
import styles from './Veil.module.css'

/** The class of a floating sheet of glass. */
export const veilClass = (): string => join(styles.veil)

/** A floating sheet of glass: the only translucent thing. */
export function Veil({
  className,
  ref,
  ...rest
}: HTMLAttributes<HTMLDivElement> & { ref?: Ref<HTMLDivElement> }) {
  return <div ref={ref} {...rest} className={join(styles.veil, className)} />
}
