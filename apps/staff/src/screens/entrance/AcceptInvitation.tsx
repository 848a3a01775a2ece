import { createPasskey, hasPasskeySupport } from '@glasshouse/client/passkeys'
import type { DataOf } from '@glasshouse/core/calls'
import { passwordToWire } from '@glasshouse/core/staff/codec'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { api, errorMessage } from '../../data/api.ts'
import { useMutation } from '../../data/query.ts'
import { HelpText } from '../../parts/ConsolePage.tsx'
import { CopyableText } from '../../parts/CopyableText.tsx'
import { paths } from '../../paths.ts'
import styles from './SignInLayout.module.css'
import { SignInLayout } from './SignInLayout.tsx'

type InvitationDetails = DataOf<'/staff/api/joinStart'>

const invitationHere = (): string => window.location.hash.slice(1)

/** Accepts an invitation once: password and second factor. The secret in the URL fragment reaches no server log. */
export function Join() {
  const [invitation] = useState(invitationHere)
  const [invited, setInvited] = useState<InvitationDetails | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const fetchInvitation = async () => {
      try {
        setInvited(await api.call('/staff/api/joinStart', { invitation }))
      } catch (error) {
        setProblem(errorMessage(error))
      }
    }
    if (invitation === '') setProblem('This link has no invitation in it.')
    else void fetchInvitation()
  }, [invitation])
  return (
    <SignInLayout title="Join" note="Invitations work once, within 24 hours. Ask a manager for a new one.">
      {problem ? (
        <FieldError>{problem}</FieldError>
      ) : invited ? (
        <JoinForm invitation={invitation} invited={invited} />
      ) : (
        <Skeleton width="100%" height={140} />
      )}
    </SignInLayout>
  )
}

function JoinForm({ invitation, invited }: { invitation: string; invited: InvitationDetails }) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [otp, setOtp] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const join = useMutation('/staff/api/join')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMessage(null)
    if (password !== again) return setMessage('The two passwords differ.')
    const credential = invited.needsPasskey ? await createPasskey(invited.passkey) : undefined
    if (credential === null) return setMessage('No passkey was created. Open the link again and retry.')
    const done = await join.run(
      passwordToWire({
        invitation,
        password,
        ...(otp === '' ? {} : { otp }),
        ...(credential === undefined ? {} : { credential }),
      }),
    )
    if (done !== null) setDone(true)
  }
  if (isDone)
    return (
      <>
        <HelpText>You have joined as {invited.role}.</HelpText>
        <Link className={styles.next} href={paths.queue()}>
          Sign in
        </Link>
      </>
    )
  const problem = message ?? join.problem
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <HelpText>
        {invited.name}, {invited.email}, as {invited.role}.
      </HelpText>
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <Field
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
      />
      {invited.needsPasskey ? (
        <HelpText>
          {hasPasskeySupport()
            ? 'Your device then creates a passkey. You sign in with it and the password.'
            : 'This browser does not support passkeys, which are required here. Open the link in another one.'}
        </HelpText>
      ) : (
        <AuthenticatorApp invited={invited} otp={otp} onOtp={setOtp} />
      )}
      {problem && <FieldError>{problem}</FieldError>}
      <Button type="submit" variant="primary" size="l" wide busy={join.busy && 'Joining'}>
        Join
      </Button>
    </form>
  )
}

/** The optional second factor in practice mode. */
function AuthenticatorApp({
  invited,
  otp,
  onOtp,
}: {
  invited: InvitationDetails
  otp: string
  onOtp: (code: string) => void
}) {
  return (
    <>
      <div className={styles.secret}>
        <span>Secret for your authenticator app</span>
        <CopyableText text={invited.secret} what="Secret" whole />
        <a href={invited.otpauth}>Open in an app of this machine</a>
      </div>
      <Field
        label="Authenticator code"
        limits="6 digits, may stay empty"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        value={otp}
        onChange={onOtp}
      />
    </>
  )
}
