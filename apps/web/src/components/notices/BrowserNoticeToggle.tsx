import { Toggle } from '@glasshouse/ui/Toggle'
import { useState } from 'react'
import { turnOffBrowserNotices, turnOnBrowserNotices, useBrowserNotices } from '../../data/browserNotices.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './BrowserNoticeToggle.module.css'

/** Switch for notices outside the page in this browser. Only pressing it asks for permission. */
export function BrowserNoticeToggle() {
  const { t } = useTranslation('notices')
  const state = useBrowserNotices()
  const [hasFailed, setFailed] = useState(false)
  const change = (on: boolean) => {
    setFailed(false)
    if (on) turnOnBrowserNotices().catch(() => setFailed(true))
    else turnOffBrowserNotices()
  }
  return (
    <div className={styles.browser}>
      <Toggle on={state === 'on'} disabled={state === 'unsupported' || state === 'blocked'} onChange={change}>
        {t('browser.name')}
      </Toggle>
      <p className={styles.note} aria-live="polite">
        {hasFailed ? t('browser.failed') : t(`browser.${state}`)}
      </p>
    </div>
  )
}
