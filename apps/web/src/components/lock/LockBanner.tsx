import { Button } from '@glasshouse/ui/Button'
import { lazy, Suspense, useMemo, useState } from 'react'
import { serverNow } from '../../data/clock.ts'
import { useProfile } from '../../data/profile.ts'
import { useServerNow } from '../../data/time.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import styles from './Lock.module.css'
import { timeLeft } from './timeLeft.ts'

const ComplaintDialog = lazy(() => import('./ComplaintDialog.tsx'))

/** In a restricted session: why the account is locked, how long still, and the way to complain. */
export default function LockBanner() {
  const { t } = useTranslation('locks')
  const figures = useFormatters()
  const { data } = useProfile()
  const [complains, setComplains] = useState(false)
  const lock = data?.lock ?? null
  // The end is by the business calendar, which practice mode can move; what is left was counted by the server.
  const endsAt = useMemo(() => (lock?.leftMs == null ? null : serverNow() + lock.leftMs), [lock])
  const now = useServerNow(1000)
  if (lock === null) return null
  const reason = t(`reason.${lock.reason}`)
  return (
    <section className={styles.banner} aria-label={t('banner.title')}>
      <p>
        <b>{t('banner.title')}</b> {t('banner.text', { reason })}{' '}
        {lock.untilMs === null || endsAt === null
          ? t('banner.noEnd')
          : t('banner.until', {
              until: figures.full(lock.untilMs),
              left: t('banner.left', timeLeft(endsAt - now)),
            })}
      </p>
      <Button size="s" onClick={() => setComplains(true)}>
        {t('banner.complain')}
      </Button>
      {complains && (
        <Suspense fallback={null}>
          <ComplaintDialog onClose={() => setComplains(false)} />
        </Suspense>
      )}
    </section>
  )
}
