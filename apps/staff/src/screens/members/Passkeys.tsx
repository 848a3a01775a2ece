import { createPasskey, hasPasskeySupport } from '@glasshouse/client/passkeys'
import { isCredentialName } from '@glasshouse/core/identity/apiKeys'
import { passwordToWire } from '@glasshouse/core/staff/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useInvalidate, useMutation, useQueryCall } from '../../data/query.ts'
import { formatDay } from '../../formatters.ts'
import { isPractice } from '../../mode.ts'
import { HelpText, Section } from '../../parts/ConsolePage.tsx'
import styles from './Members.module.css'

/** Own passkeys: list, addition, removal; each change needs the password. */
export function Passkeys() {
  const passkeys = useQueryCall('/staff/api/passkeys', {})
  const reload = useInvalidate()
  const add = useMutation('/staff/api/passkeyAdd')
  const remove = useMutation('/staff/api/passkeyRemove')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const own = passkeys.data ?? []
  const done = (title: string): void => {
    showToast({ title })
    setName('')
    setPassword('')
    reload('/staff/api/passkeys')
  }
  const create = async (event: FormEvent) => {
    event.preventDefault()
    setMessage(null)
    if (!isCredentialName(name))
      return setMessage('Enter 1 to 32 letters, digits, spaces or . _ - as the name.')
    const answer = await add.run(passwordToWire({ name, password }))
    if (answer?.options === undefined) return
    setWaiting(true)
    const credential = await createPasskey(answer.options)
    setWaiting(false)
    if (credential === null) return setMessage('No passkey was created. Try again.')
    if ((await add.run(passwordToWire({ name, password, credential }))) !== null) done('Passkey added')
  }
  const drop = async (id: number) => {
    setMessage(null)
    if (password === '') return setMessage('Enter your password to remove a passkey.')
    if ((await remove.run(passwordToWire({ id, password }))) !== null) done('Passkey removed')
  }
  const obstacle = !hasPasskeySupport()
    ? 'This browser does not support passkeys'
    : password === ''
      ? 'Enter your password'
      : undefined
  const problem = message ?? add.problem ?? remove.problem ?? passkeys.problem
  return (
    <Section
      title="Passkeys"
      note={
        isPractice
          ? 'Asked for at each sign-in once there is one.'
          : 'Required to sign in; the last one stays.'
      }
      acts={<Badge tone={own.length > 0 ? 'brand' : 'warn'}>{own.length > 0 ? 'on' : 'off'}</Badge>}
    >
      <form className={styles.account} onSubmit={create} noValidate>
        {own.map((passkey) => (
          <div key={passkey.id} className={styles.passkey}>
            <HelpText>
              {passkey.name}, since {formatDay(passkey.created)}
              {passkey.lastUsed === null ? '' : `, last used ${formatDay(passkey.lastUsed)}`}
            </HelpText>
            <Button size="s" aria-label={`Remove: ${passkey.name}`} onClick={() => void drop(passkey.id)}>
              Remove
            </Button>
          </div>
        ))}
        <Field
          label="Name of a new passkey"
          limits="1–32 letters or digits"
          value={name}
          onChange={setName}
        />
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        {problem && <FieldError>{problem}</FieldError>}
        <Button
          type="submit"
          variant="primary"
          busy={isWaiting ? 'Waiting for your device' : add.busy && 'Adding'}
          reason={obstacle}
        >
          Add passkey
        </Button>
      </form>
    </Section>
  )
}
