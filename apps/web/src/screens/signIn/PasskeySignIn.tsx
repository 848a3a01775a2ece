import { hasPasskeySupport, signWithPasskey } from '@glasshouse/client/passkeys'
import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { useState } from 'react'
import { useFormError } from '../../components/signIn/useFormError.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Signs in with a passkey of the device, without a password. */
export function PasskeySignIn({
  isPrimary = false,
  isDone,
  onSignedIn,
}: {
  /** It is the only way on; else it stands below another button. */
  isPrimary?: boolean
  isDone: boolean
  onSignedIn: (token: string) => void
}) {
  const { t } = useTranslation('account')
  const problemOf = useFormError()
  const login = useMutation('/api/user/passkeyLogin')
  const [isWaiting, setWaiting] = useState(false)
  const [isUnused, setUnused] = useState(false)
  if (!hasPasskeySupport()) return isPrimary ? <FieldError>{t('passkey.unsupported')}</FieldError> : null
  const use = async () => {
    if (isWaiting || isDone) return
    setUnused(false)
    const { options } = (await login.run({})) ?? {}
    if (options === undefined) return
    setWaiting(true)
    const credential = await signWithPasskey(options)
    setWaiting(false)
    setUnused(credential === null)
    const { token } = (credential === null ? null : await login.run({ credential })) ?? {}
    if (token !== undefined) onSignedIn(token)
  }
  // A passkey that the server does not know was removed here and is still on the device.
  const isRefused = login.error?.data.passkey === true
  const problem = isUnused || isRefused ? t('passkey.failed') : problemOf(login.error)
  return (
    <>
      {problem && <FieldError>{problem}</FieldError>}
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        size="l"
        wide
        busy={
          isWaiting
            ? t('passkey.using')
            : (login.busy && t('login.busy')) || (isDone && isPrimary && t('login.opening'))
        }
        onClick={() => void use()}
      >
        {t('passkey.use')}
      </Button>
    </>
  )
}
