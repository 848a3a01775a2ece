import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { Gable } from '@glasshouse/ui/Gable'
import { Icon } from '@glasshouse/ui/Icon'
import { Logo } from '@glasshouse/ui/Logo'
import { type FormEvent, useState } from 'react'
import { signIn } from './live/api.ts'
import styles from './SignIn.module.css'

/** The staff's own door: its sessions are not those of customers. */
export function SignIn() {
  const [email, setEmail] = useState('')
  const [pwd, setPwd] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (email === '' || pwd === '') return setProblem('Enter e-mail and password.')
    setBusy(true)
    setProblem(await signIn(email, pwd))
    setBusy(false)
  }
  return (
    <main className={styles.page}>
      <div className={styles.house}>
        <Gable height={40} />
        <section className={styles.pane}>
          <div className={styles.brand}>
            <Logo />
            Glasshouse <span>Console</span>
          </div>
          <h1 className={styles.title}>Sign in</h1>
          <form className={styles.form} onSubmit={submit} noValidate>
            <Field
              label="E-mail"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              value={email}
              onChange={setEmail}
            />
            <Field
              label="Password"
              type="password"
              autoComplete="current-password"
              value={pwd}
              onChange={setPwd}
            />
            {problem && (
              <p className={styles.problem} role="alert">
                <Icon name="warning" size={14} />
                <span>{problem}</span>
              </p>
            )}
            <Button type="submit" variant="primary" size="l" wide busy={busy && 'Signing in'}>
              Sign in
            </Button>
          </form>
          <p className={styles.note}>
            A session lasts 12 hours and ends after 30 minutes without a call. Signing in and out is recorded.
          </p>
        </section>
      </div>
    </main>
  )
}
