import type { RiskProduct } from '@glasshouse/core/policy/rules'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { ListError } from '../../components/ListError.tsx'
import { riskProducts } from '../../components/risk/answers.ts'
import { useLabelled } from '../../components/useLabelled.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'

const RiskCheck = lazy(() => import('../../components/risk/RiskCheck.tsx'))

/** The risk check of every product: whether it was passed, and the way to it. */
export function RiskChecks() {
  const { t } = useTranslation('mine')
  const [opened, setOpened] = useState<RiskProduct | null>(null)
  return (
    <Panel title={t('riskChecks.title')} text={t('riskChecks.text')}>
      <div className={styles.rows}>
        {riskProducts.map((product) => (
          <Row key={product} product={product} onOpen={() => setOpened(product)} />
        ))}
      </div>
      {opened && (
        <Suspense fallback={null}>
          <RiskCheck product={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Panel>
  )
}

function Row({ product, onOpen }: { product: RiskProduct; onOpen: () => void }) {
  const { t } = useTranslation(['mine', 'risk'])
  const labelled = useLabelled()
  const check = useQueryCall('/api/user/riskCheck', { product })
  const name = t(`risk:product.${product}`)
  if (check.data === undefined)
    return (
      <div className={styles.line} aria-busy={check.loading}>
        {check.error ? <ListError list={check} /> : <Skeleton width="100%" height={36} />}
      </div>
    )
  const { passed, required } = check.data
  const act = passed ? t('riskChecks.again') : t('riskChecks.take')
  return (
    <div className={styles.line}>
      <div className={styles.lineText}>
        <b>{name}</b>{' '}
        <Badge tone={passed ? 'brand' : required ? 'warn' : 'plain'}>
          {passed ? t('riskChecks.passed') : t('riskChecks.open')}
        </Badge>
        {!passed && required && <span className={styles.small}>{t('riskChecks.required')}</span>}
      </div>
      <Button size="s" aria-label={labelled(act, name)} onClick={onOpen}>
        {act}
      </Button>
    </div>
  )
}
