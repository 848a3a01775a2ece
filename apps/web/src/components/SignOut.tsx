import { Button } from '@glasshouse/ui/Button'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../data/api.ts'
import { session } from '../data/session.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { paths } from '../paths.ts'

/** Delay before the sign-in screen opens, so that the message can be read. */
const readingMs = 2000

/** Button that ends the session locally and on the server, shows a message, and opens the sign-in screen. */
export function SignOut({ size = 'm' }: { size?: 's' | 'm' }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    // The local session ends even if the server cannot be reached.
    await api.call('/api/user/logout', {}).catch(() => undefined)
    session.signOut()
    showToast({ title: t('session.signedOut') })
    setTimeout(() => navigate(paths.login()), readingMs)
  }
  return (
    <Button size={size} busy={busy && t('session.signingOut')} onClick={leave}>
      {t('session.signOut')}
    </Button>
  )
}
