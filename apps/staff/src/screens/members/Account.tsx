import { changePasswordToWire } from '@glasshouse/core/staff/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { useCurrentStaff } from '../../me.ts'
import { isPractice } from '../../mode.ts'
import { ConsolePage, HelpText, Section } from '../../parts/ConsolePage.tsx'
import { CopyableText } from '../../parts/CopyableText.tsx'
import styles from './Members.module.css'
import { Passkeys } from './Passkeys.tsx'

/** Own account: password and second factors. */
export default function Account() {
  const me = useCurrentStaff()
  return (
    <ConsolePage title={me.name} note={`${me.email}, ${me.role}`}>
      <Password />
      <Passkeys />
      <App />
    </ConsolePage>
  )
}

function Password() {
  const command = useMutation('/staff/api/updatePwd')
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [again, setAgain] = useState('')
  const differs = again !== '' && newPassword !== again
  const isReady = currentPassword !== '' && newPassword !== '' && newPassword === again
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || (await command.run(changePasswordToWire({ currentPassword, newPassword }))) === null)
      return
    showToast({ title: 'Password changed', text: 'Your other sessions have ended.' })
    for (const empty of [setCurrent, setNew, setAgain]) empty('')
  }
  return (
    <Section title="Password" note="Every other session of yours ends when it changes.">
      <form className={styles.account} onSubmit={submit} noValidate>
        <Field
          label="Password now"
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={setCurrent}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          value={newPassword}
          onChange={setNew}
        />
        <Field
          label="New password once more"
          type="password"
          autoComplete="new-password"
          value={again}
          onChange={setAgain}
          error={differs && 'Passwords don’t match.'}
        />
        {command.problem && <FieldError>{command.problem}</FieldError>}
        <Button
          type="submit"
          variant="primary"
          busy={command.busy && 'Changing'}
          reason={isReady ? undefined : 'Fill all three'}
        >
          Change
        </Button>
      </form>
    </Section>
  )
}

function App() {
  const me = useCurrentStaff()
  const reload = useInvalidate()
  const command = useMutation('/staff/api/totp')
  const [begun, setBegun] = useState<{ secret: string; otpauth: string } | null>(null)
  const [code, setCode] = useState('')
  const start = async () => {
    const answer = await command.run({ action: 'start' })
    if (answer?.secret && answer.otpauth) setBegun({ secret: answer.secret, otpauth: answer.otpauth })
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const done = await command.run({ action: me.totp ? 'stop' : 'confirm', code })
    if (done === null) return
    showToast({ title: done.on ? 'The app is asked for from now on' : 'The app is asked for no more' })
    setBegun(null)
    setCode('')
    reload('/staff/api/me')
  }
  return (
    <Section
      title="Authenticator app"
      note={
        isPractice
          ? 'Its code is asked for at each sign-in, unless there is a passkey.'
          : 'In live mode a passkey is asked for instead.'
      }
      acts={<Badge tone={me.totp ? 'brand' : 'warn'}>{me.totp ? 'on' : 'off'}</Badge>}
    >
      <form className={styles.account} onSubmit={send} noValidate>
        {!me.totp && begun === null && (
          <Button busy={command.busy && 'Starting'} onClick={() => void start()}>
            Set up
          </Button>
        )}
        {begun && (
          <div className={styles.secret}>
            <span>Enter this secret in your app, then its code here.</span>
            <CopyableText text={begun.secret} what="Secret" whole />
            <a href={begun.otpauth}>Open in an app of this machine</a>
          </div>
        )}
        {(me.totp || begun) && (
          <>
            <Field
              label="Code of the app"
              limits="6 digits"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={8}
              value={code}
              onChange={setCode}
            />
            <Button
              type="submit"
              variant={me.totp ? 'danger' : 'primary'}
              busy={command.busy && 'Sending'}
              reason={code === '' ? 'Enter a code' : undefined}
            >
              {me.totp ? 'Switch off' : 'Switch on'}
            </Button>
          </>
        )}
        {command.problem && <FieldError>{command.problem}</FieldError>}
        {me.totp && <HelpText>Who lost the app is invited anew by a manager.</HelpText>}
      </form>
    </Section>
  )
}
