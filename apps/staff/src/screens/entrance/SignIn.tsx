import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { type FormEvent, useState } from 'react'
import { signIn } from '../../data/api.ts'
import { staffSession } from '../../data/session.ts'
import { HelpText } from '../../parts/ConsolePage.tsx'
import styles from './SignInLayout.module.css'
import { SignInLayout } from './SignInLayout.tsx'

/** Sign-in of staff, separate from customer sessions. Accounts with a second factor must enter its code. */
export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const ended = staffSession.endedBecause()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (email === '' || password === '') return setProblem('Enter e-mail and password.')
    if (asksCode && code === '') return setProblem('Enter the code of your app.')
    setBusy(true)
    const answer = await signIn(email, password, asksCode ? code : '')
    setBusy(false)
    setProblem(answer.problem)
    if (answer.needsCode) setAsksCode(true)
  }
  return (
    <SignInLayout
      title="Sign in"
      note="A session lasts 12 hours and ends after 30 minutes without a touch. Signing in and out is recorded."
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {ended && problem === null && <HelpText tone="warn">{ended}</HelpText>}
        <Field
          label="Email"
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
          value={password}
          onChange={setPassword}
        />
        {asksCode && (
          <Field
            label="Authenticator code"
            limits="6 digits"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            autoFocus
            value={code}
            onChange={setCode}
          />
        )}
        {problem && <FieldError>{problem}</FieldError>}
        <Button type="submit" variant="primary" size="l" wide busy={busy && 'Signing in'}>
          Sign in
        </Button>
      </form>
    </SignInLayout>
  )
}
