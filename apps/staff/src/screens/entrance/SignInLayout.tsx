import { BrandRoof } from '@glasshouse/ui/BrandRoof'
import { Logo } from '@glasshouse/ui/Logo'
import { PracticeBadge } from '@glasshouse/ui/PracticeBadge'
import { type ReactNode, useEffect } from 'react'
import { isPractice } from '../../mode.ts'
import styles from './SignInLayout.module.css'

/** Layout of the sign-in and invitation pages. */
export function SignInLayout({
  title,
  note,
  children,
}: {
  title: string
  note: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Glasshouse console`
  }, [title])
  return (
    <main className={styles.page}>
      <div className={styles.house}>
        <BrandRoof height={40} />
        <section className={styles.pane}>
          <div className={styles.brand}>
            <Logo />
            Glasshouse <span>Console</span>
            {isPractice && <PracticeBadge text="PRACTICE" explanation="Play money. Nothing here is real." />}
          </div>
          <h1 className={styles.title}>{title}</h1>
          {children}
          <p className={styles.note}>{note}</p>
        </section>
      </div>
    </main>
  )
}
