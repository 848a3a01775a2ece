import { identityState } from '@glasshouse/core/kyc/codec'
import { closeAccountToWire } from '@glasshouse/core/privacy/codec'
import { Button } from '@glasshouse/ui/Button'
import { Checkbox } from '@glasshouse/ui/Checkbox'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { PasswordField } from '../../components/PasswordField.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation, useQueryCall } from '../../data/query.ts'
import { session } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Account.module.css'
import { type ClosureBlocker, closureBlockerOf } from './accountClosure.ts'
import { ClosureChecklist } from './ClosureChecklist.tsx'

const invalidCredentials = 1007

/** The last question before an account is closed permanently, or what blocks the closure. */
export default function CloseAccount({
  onClose,
  onObstacle,
}: {
  onClose: () => void
  onObstacle: (obstacle: ClosureBlocker | null) => void
}) {
  const { t } = useTranslation(['mine', 'shell'])
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const [password, setPassword] = useState('')
  const [sure, setSure] = useState(false)
  const { run, busy, error, forget } = useMutation('/api/user/closeAccount')
  const identity = useQueryCall('/api/user/queryKyc', {})
  const years = useQueryCall('/api/common/getKeys', { keys: 'kyc_hash_years' }).data?.kyc_hash_years
  const keepsHash =
    identity.data != null &&
    identityState(identity.data) !== 'rejected' &&
    years !== undefined &&
    years !== '0'
  const obstacle = closureBlockerOf(error)
  const wrong = error?.retCode === invalidCredentials
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || !sure) return
    if ((await run(closeAccountToWire({ password }))) === null) return
    session.signOut()
    showToast({ title: t('closing.done') })
    navigate(paths.home())
  }
  const leave = () => {
    onObstacle(obstacle)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={t('closing.ask')}
      description={t('closing.askText')}
      closeLabel={t('shell:close')}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <PasswordField
          label={t('closing.password')}
          value={password}
          onChange={(text) => {
            setPassword(text)
            forget()
          }}
          error={wrong && sentence(error)}
        />
        {keepsHash && <p className={styles.text}>{t('closing.identity', { years })}</p>}
        <Checkbox checked={sure} onChange={setSure}>
          {t('closing.sure')}
        </Checkbox>
        {obstacle !== null ? (
          <div role="alert">
            <ClosureChecklist names={[obstacle]} missing={obstacle} />
          </div>
        ) : (
          error && !wrong && <FieldError>{sentence(error)}</FieldError>
        )}
        <Button
          type="submit"
          variant="danger"
          wide
          reasonPlace="below"
          busy={busy && t('closing.busy')}
          reason={password === '' || !sure ? t('closing.enter') : undefined}
        >
          {t('closing.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
