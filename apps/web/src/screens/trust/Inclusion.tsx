import type { DataOf } from '@glasshouse/core/calls'
import { proofSteps } from '@glasshouse/core/trust/liabilities/proof'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { Panel } from '../../components/page/Page.tsx'
import { type Inclusion as Checked, useInclusion } from '../../data/inclusion.ts'
import { useSession } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Trust.module.css'

/** The customer's own proof, fetched and verified in the browser step by step. */
export function Inclusion() {
  const { t } = useTranslation('trust')
  const isMember = useSession() !== null
  const { inclusion, isRunning, run } = useInclusion()
  return (
    <Panel title={t('check.title')} inset>
      <p className={styles.muted}>{t('check.text')}</p>
      {isMember ? (
        <div className={styles.tools}>
          <Button variant="primary" busy={isRunning && t('check.running')} onClick={() => void run()}>
            {inclusion === null ? t('check.run') : t('check.again')}
          </Button>
          {inclusion !== null && inclusion.kind !== 'failed' && <SaveProof proof={inclusion.proof} />}
        </div>
      ) : (
        <Link href={paths.login({ next: paths.trust() })} className={buttonClass({ variant: 'primary' })}>
          {t('check.signIn')}
        </Link>
      )}
      <div role="status">{inclusion !== null && <Verdict inclusion={inclusion} />}</div>
    </Panel>
  )
}

function SaveProof({ proof }: { proof: DataOf<'/api/trust/proof'> }) {
  const { t } = useTranslation('trust')
  const href = `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(proof))}`
  return (
    <a className={buttonClass({})} href={href} download={`proof-${proof.uid}.json`}>
      {t('check.save')}
    </a>
  )
}

function Verdict({ inclusion }: { inclusion: Checked }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  if (inclusion.kind === 'failed') return <p className={styles.broken}>{inclusion.message}</p>
  if (inclusion.kind === 'unsupported') return <p className={styles.broken}>{t('check.unsupported')}</p>
  const { result, proof } = inclusion
  const failedAt = result.isSound ? proofSteps.length : proofSteps.indexOf(result.step)
  const balances = Object.entries(proof.balances)
    .map(([asset, amount]) => `${figures.amountText(amount, 'floor', 8)} ${asset}`)
    .join(' · ')
  return (
    <>
      <ol className={styles.steps}>
        {proofSteps.slice(0, failedAt + 1).map((step, at) => (
          <li key={step} className={at === failedAt ? styles.stepFailed : undefined}>
            <Icon name={at === failedAt ? 'warning' : 'check'} size={16} />
            {t(`steps.${step}`)}
          </li>
        ))}
      </ol>
      <p className={result.isSound ? styles.sound : styles.broken}>
        {result.isSound
          ? t('check.done', { number: figures.whole(result.report.number), balances })
          : t('check.failed')}
      </p>
    </>
  )
}
