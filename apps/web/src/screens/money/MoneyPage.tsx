import type { ReactNode } from 'react'
import { useTitle } from '../../parts/useTitle.ts'
import { PhoneHead } from '../../shells/phone/PhoneHead.tsx'
import { site } from '../../shells/site.ts'
import styles from './Money.module.css'

/** The frame of a screen about money in or out: a heading, on a phone the title row with the way back. */
export function MoneyPage({
  title,
  lead,
  back,
  children,
}: {
  title: string
  lead: string
  /** Where the arrow of a phone leads. */
  back: string
  children: ReactNode
}) {
  useTitle(title)
  return (
    <>
      {site === 'phone' && <PhoneHead title={<h1>{title}</h1>} back={back} />}
      <div className={styles.page}>
        {site === 'phone' ? (
          <p className={styles.lead}>{lead}</p>
        ) : (
          <header className={styles.head}>
            <h1 className={styles.title}>{title}</h1>
            <p className={styles.lead}>{lead}</p>
          </header>
        )}
        {children}
      </div>
    </>
  )
}
