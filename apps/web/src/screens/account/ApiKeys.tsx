import type { DataOf } from '@glasshouse/core/calls'
import { maxApiKeys } from '@glasshouse/core/identity/apiKeys'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { useLabelled } from '../../components/useLabelled.ts'
import { useQueryCall } from '../../data/query.ts'
import { useServerNow } from '../../data/time.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'

const AddApiKey = lazy(() => import('./AddApiKey.tsx'))
const RemoveCredential = lazy(() => import('./RemoveCredential.tsx'))

type ApiKey = DataOf<'/api/user/keys'>[number]

/** Keys with which programs act in the account: list, creation, removal. */
export function ApiKeys() {
  const { t } = useTranslation('security')
  const keys = useQueryCall('/api/user/keys', {})
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<ApiKey | null>(null)
  const isFull = (keys.data?.length ?? 0) >= maxApiKeys
  return (
    <Panel title={t('apiKey.title')} text={t('apiKey.text')}>
      {keys.data ? (
        <div className={styles.rows}>
          {keys.data.map((key) => (
            <Row key={key.id} apiKey={key} onRemove={() => setRemoving(key)} />
          ))}
          <div className={styles.line}>
            <Button
              reason={isFull ? t('apiKey.full', { count: maxApiKeys }) : undefined}
              onClick={() => setAdding(true)}
            >
              {t('apiKey.add')}
            </Button>
          </div>
        </div>
      ) : keys.error ? (
        <ListError list={keys} />
      ) : (
        <div aria-busy="true">
          <Skeleton width="100%" height={56} />
        </div>
      )}
      <Suspense fallback={null}>
        {adding && <AddApiKey onClose={() => setAdding(false)} />}
        {removing && (
          <RemoveCredential
            path="/api/user/keyRemove"
            id={removing.id}
            ask={t('apiKey.ask', { name: removing.name })}
            text={t('apiKey.askText')}
            done={t('apiKey.removed', { name: removing.name })}
            onClose={() => setRemoving(null)}
          />
        )}
      </Suspense>
    </Panel>
  )
}

function Row({ apiKey, onRemove }: { apiKey: ApiKey; onRemove: () => void }) {
  const { t } = useTranslation('security')
  const labelled = useLabelled()
  const figures = useFormatters()
  const isExpired = useServerNow(60_000) >= apiKey.until
  const scopes = apiKey.scopes.map((scope) => t(`apiKey.scope.${scope}`)).join(', ')
  const from = apiKey.addresses.length === 0 ? t('apiKey.anywhere') : apiKey.addresses.join(', ')
  return (
    <div className={styles.line}>
      <div className={styles.lineText}>
        <b>{apiKey.name}</b>{' '}
        <Badge tone={isExpired ? 'warn' : 'plain'}>{isExpired ? t('apiKey.expired') : scopes}</Badge>
        <span className={styles.small}>{t('apiKey.from', { addresses: from })}</span>
        <span className={styles.small}>{t('apiKey.until', { time: figures.full(apiKey.until) })}</span>
        <span className={styles.small}>
          {apiKey.lastUsed === null
            ? t('apiKey.unused')
            : t('device.used', { time: figures.full(apiKey.lastUsed) })}
        </span>
      </div>
      <Button size="s" aria-label={labelled(t('credential.remove'), apiKey.name)} onClick={onRemove}>
        {t('credential.remove')}
      </Button>
    </div>
  )
}
