import { Logo } from '../src/Logo.tsx'
import { Toaster } from '../src/Toast.tsx'
import { Buttons } from './Buttons.tsx'
import { Choices } from './Choices.tsx'
import { Commands } from './Commands.tsx'
import { Fields } from './Fields.tsx'
import { Floating } from './Floating.tsx'
import { Ground } from './Ground.tsx'
import { Lists, Panes } from './Lists.tsx'
import { Numbers } from './Numbers.tsx'
import styles from './Workshop.module.css'

type Theme = 'day' | 'night'

/** All components, in one theme or in both beside each other. English only, because customers do not see it. */
export function Workshop({ theme }: { theme: Theme | null }) {
  const themes: readonly Theme[] = theme === null ? ['day', 'night'] : [theme]
  return (
    <main className={styles.page} style={{ gridTemplateColumns: `repeat(${themes.length}, 1fr)` }}>
      <h1 className="sr-only">Components</h1>
      {themes.map((name) => (
        <Column key={name} theme={name} />
      ))}
      <Toaster label="Notices" closeLabel="Close" />
    </main>
  )
}

function Column({ theme }: { theme: Theme }) {
  return (
    <div className={styles.column} data-theme={theme}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <Logo size={20} />
          <b>{theme === 'day' ? 'Day' : 'Night'}</b>
        </span>
      </header>
      <Ground />
      <Buttons />
      <Fields />
      <Choices id={theme} />
      <Numbers theme={theme} />
      <Lists name={theme} />
      <Panes />
      <Floating />
      <Commands />
    </div>
  )
}
