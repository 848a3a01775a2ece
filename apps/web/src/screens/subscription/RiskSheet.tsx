import { Panel } from '../../components/page/Page.tsx'
import { Prose } from '../../components/prose/Prose.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Subscription.module.css'

/** Risk sheet of an issue, as the operator wrote it. */
export function RiskSheet({ text }: { text: string }) {
  const { t } = useTranslation('subscription')
  return (
    <Panel title={t('riskSheet')} beside={<span className={styles.hint}>{t('byOperator')}</span>} inset>
      <Prose className={styles.sheet} text={text} />
    </Panel>
  )
}
