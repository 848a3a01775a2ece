import { hasPasskeySupport } from '@glasshouse/client/passkeys'
import type { DataOf } from '@glasshouse/core/calls'
import { maxPasskeys } from '@glasshouse/core/identity/apiKeys'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { useLabelled } from '../../components/useLabelled.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'

const AddPasskey = lazy(() => import('./AddPasskey.tsx'))
const RemoveCredential = lazy(() => import('./RemoveCredential.tsx'))

type Passkey = DataOf<'/api/user/passkeys'>[number]

/** Passkeys of the customer: list, addition, removal. */
export function Passkeys() {
  const { t } = useTranslation(['security', 'account'])
  const passkeys = useQueryCall('/api/user/passkeys', {})
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const isFull = (passkeys.data?.length ?? 0) >= maxPasskeys
  const obstacle = !hasPasskeySupport()
    ? t('account:passkey.unsupported')
    : isFull
      ? t('passkey.full', { count: maxPasskeys })
      : undefined
  return (
    <Panel title={t('passkey.title')} text={t('passkey.text')}>
      {passkeys.data ? (
        <div className={styles.rows}>
          {passkeys.data.length === 0 && (
            <div className={styles.line}>
              <span className={styles.small}>{t('passkey.none')}</span>
            </div>
          )}
          {passkeys.data.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
          <div className={styles.line}>
            <Button reason={obstacle} onClick={() => setAdding(true)}>
              {t('passkey.add')}
            </Button>
          </div>
        </div>
      ) : passkeys.error ? (
        <ListError list={passkeys} />
      ) : (
        <div aria-busy="true">
          <Skeleton width="100%" height={56} />
        </div>
      )}
      <Suspense fallback={null}>
        {adding && <AddPasskey onClose={() => setAdding(false)} />}
        {removing && (
          <RemoveCredential
            path="/api/user/passkeyRemove"
            id={removing.id}
            ask={t('passkey.ask', { name: removing.name })}
            text={t('passkey.askText')}
            done={t('passkey.removed', { name: removing.name })}
            onClose={() => setRemoving(null)}
          />
        )}
      </Suspense>
    </Panel>
  )
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation('security')
  const labelled = useLabelled()
  const figures = useFormatters()
  return (
    <div className={styles.line}>
      <div className={styles.lineText}>
        <b>{passkey.name}</b> <Badge>{passkey.synced ? t('passkey.synced') : t('passkey.deviceBound')}</Badge>
        <span className={styles.small}>
          {passkey.lastUsed === null
            ? t('passkey.unused')
            : t('passkey.lastUsed', { time: figures.full(passkey.lastUsed) })}
        </span>
      </div>
      <Button size="s" aria-label={labelled(t('credential.remove'), passkey.name)} onClick={onRemove}>
        {t('credential.remove')}
      </Button>
    </div>
  )
}
