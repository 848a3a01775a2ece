import { Logo } from '@glasshouse/ui/Logo'
import { Toaster } from '@glasshouse/ui/Toast'
import styles from './Components.module.css'
import { Floating } from './Floating.tsx'
import { Forms } from './Forms.tsx'
import { Ground } from './Ground.tsx'
import { Lists } from './Lists.tsx'
import { Numbers } from './Numbers.tsx'

/** Gallery of all components in both themes, for developers. English only, because customers do not see it. */
export default function Components() {
  return (
    <main className={styles.page}>
      <h1 className="sr-only">Components</h1>
      <Column theme="day" name="Day" />
      <Column theme="night" name="Night" />
      <Toaster label="Notices" closeLabel="Close" />
    </main>
  )
}

function Column({ theme, name }: { theme: 'day' | 'night'; name: string }) {
  return (
    <div className={styles.column} data-theme={theme}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <Logo size={20} />
          <b>{name}</b>
        </span>
      </header>
      <Ground />
      <Forms id={theme} />
      <Numbers theme={theme} />
      <Lists name={name} />
      <Floating />
    </div>
  )
}
