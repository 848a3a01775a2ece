import { Button } from '@glasshouse/ui/Button'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../data/api.ts'
import { session } from '../data/session.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { paths } from '../paths.ts'

/** How long the words stand before the sign-in opens. */
const readingMs = 2000

/** Ends the session here and on the server, says so, and opens the sign-in. */
export function SignOut({ size = 'm' }: { size?: 's' | 'm' }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    // Gone here whatever the server says: somebody who wants out is out.
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
