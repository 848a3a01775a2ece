import type { AddressKind } from '@glasshouse/core/identity/codec'
import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { lazy, Suspense, useState } from 'react'
import { useLabelled } from '../../components/useLabelled.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'

const ChangeAddress = lazy(() => import('./ChangeAddress.tsx'))
const ProveAddress = lazy(() => import('./ProveAddress.tsx'))

type OpenedDialog = { readonly what: 'prove' | 'change'; readonly kind: AddressKind }

/** The two addresses of an account: whether each is confirmed, and changing it. */
export function Addresses({ info }: { info: ProfileView }) {
  const { t } = useTranslation(['access', 'mine'])
  const labelled = useLabelled()
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const close = () => setOpened(null)
  const rows = [
    { kind: 'email', label: t('mine:profile.email'), address: info.email, isProven: info.isEmailProven },
    { kind: 'phone', label: t('mine:profile.phone'), address: info.phone, isProven: info.isPhoneProven },
  ] as const
  return (
    <Panel title={t('addresses.title')} text={t('addresses.text')}>
      <div className={styles.rows}>
        {rows.map(({ kind, label, address, isProven }) => (
          <div className={styles.line} key={kind}>
            <div className={styles.lineText}>
              <b>{label}</b>{' '}
              <Badge tone={isProven ? 'brand' : 'warn'}>
                {isProven ? t('addresses.confirmed') : t('addresses.unconfirmed')}
              </Badge>
              <span className={styles.small}>{address}</span>
            </div>
            <div className={styles.acts}>
              {!isProven && (
                <Button
                  variant="primary"
                  aria-label={labelled(t('addresses.confirm'), label)}
                  onClick={() => setOpened({ what: 'prove', kind })}
                >
                  {t('addresses.confirm')}
                </Button>
              )}
              <Button
                aria-label={labelled(t('mine:change'), label)}
                onClick={() => setOpened({ what: 'change', kind })}
              >
                {t('mine:change')}
              </Button>
            </div>
          </div>
        ))}
      </div>
      <Suspense fallback={null}>
        {opened?.what === 'prove' && <ProveAddress kind={opened.kind} info={info} onClose={close} />}
        {opened?.what === 'change' && <ChangeAddress kind={opened.kind} info={info} onClose={close} />}
      </Suspense>
    </Panel>
  )
}
