import type { DataOf } from '@glasshouse/core/calls'
import { proofSteps } from '@glasshouse/core/trust/liabilities/proof'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { classNames } from '@glasshouse/ui/classNames'
import { Icon } from '@glasshouse/ui/Icon'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { Panel } from '../../components/page/Page.tsx'
import { type Inclusion as Checked, useInclusion } from '../../data/inclusion.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { OwnLines } from './OwnLines.tsx'
import { SaveText } from './SaveText.tsx'
import styles from './Trust.module.css'
import { WayToRoot } from './WayToRoot.tsx'

/** The customer's own proof, fetched and verified in the browser step by step. */
export function Inclusion() {
  const { t } = useTranslation('trust')
  const isMember = useSession() !== null
  const { inclusion, isRunning, run } = useInclusion()
  const isWaiting = inclusion === null || inclusion.outcome.kind === 'failed'
  return (
    <div className={styles.stack}>
      <div className={isWaiting ? undefined : styles.checked}>
        <Panel title={t('check.title')} inset>
          <p className={styles.muted}>{t('check.text')}</p>
          {isMember ? (
            <div className={styles.tools}>
              <Button variant="primary" busy={isRunning && t('check.running')} onClick={() => void run()}>
                {inclusion === null ? t('check.run') : t('check.again')}
              </Button>
              {inclusion?.proof != null && <SaveProof proof={inclusion.proof} />}
            </div>
          ) : (
            <Link
              href={paths.login({ next: paths.trust() })}
              className={classNames(buttonClass({ variant: 'primary' }), styles.enter)}
            >
              {t('check.signIn')}
            </Link>
          )}
          {inclusion !== null && <Steps inclusion={inclusion} />}
          <div role="status">{inclusion !== null && <Verdict inclusion={inclusion} />}</div>
        </Panel>
        {!isWaiting && <WayToRoot nodes={inclusion.nodes} />}
      </div>
      {inclusion?.lines != null && <OwnLines compared={inclusion.lines} />}
      {inclusion?.linesFailed != null && (
        <Panel title={t('lines.title')}>
          <p className={styles.broken} role="alert">
            {inclusion.linesFailed}
          </p>
        </Panel>
      )}
    </div>
  )
}

function SaveProof({ proof }: { proof: DataOf<'/api/trust/proof'> }) {
  const { t } = useTranslation('trust')
  return <SaveText name={`proof-${proof.uid}.json`} text={JSON.stringify(proof)} label={t('check.save')} />
}

const ms = (took: number): string => `${Math.max(1, Math.round(took))} ms`

/** Steps that hold with the time each took, and the one that does not. */
function Steps({ inclusion: { steps, outcome } }: { inclusion: Checked }) {
  const { t } = useTranslation(['trust', 'verifier'])
  const broken = outcome.kind === 'checked' && !outcome.result.isSound ? outcome.result.step : null
  return (
    <ol className={styles.steps}>
      {proofSteps.map((step) => {
        const held = steps.find((one) => one.step === step)
        if (held === undefined && step !== broken) return null
        return (
          <li key={step} className={step === broken ? styles.stepFailed : undefined}>
            <Icon name={step === broken ? 'warning' : 'check'} size={16} />
            <span>{t(step === broken ? `verifier:broken.${step}` : `verifier:steps.${step}`)}</span>
            {held !== undefined && <small>{ms(held.tookMs)}</small>}
          </li>
        )
      })}
    </ol>
  )
}

function Verdict({ inclusion: { outcome, proof } }: { inclusion: Checked }) {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  if (outcome.kind === 'running') return null
  if (outcome.kind === 'failed') return <p className={styles.broken}>{outcome.message}</p>
  if (outcome.kind === 'unsupported') return <p className={styles.broken}>{t('check.unsupported')}</p>
  const { result } = outcome
  const balances = Object.entries(proof?.balances ?? {})
    .map(([asset, amount]) => `${figures.amountText(amount, 'floor', 8)} ${asset}`)
    .join(' · ')
  return (
    <p className={result.isSound ? styles.sound : styles.broken}>
      {result.isSound
        ? t('check.done', { number: figures.whole(result.report.number), balances })
        : t('check.failed')}
    </p>
  )
}
