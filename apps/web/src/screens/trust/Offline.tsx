import { buttonClass } from '@glasshouse/ui/Button'
import { Panel } from '../../components/page/Page.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Trust.module.css'

/** The verifier as one file to save; it works without this site. */
export function Offline() {
  const { t } = useTranslation('trust')
  return (
    <Panel title={t('offline.title')} inset>
      <p className={styles.muted}>{t('offline.text')}</p>
      <div className={styles.tools}>
        <a className={buttonClass({})} href="/verifier.html" download="glasshouse-verifier.html">
          {t('offline.save')}
        </a>
        <a className={buttonClass({})} href="/.well-known/glasshouse-keys.json" download="keys.json">
          {t('owed.saveKeys')}
        </a>
      </div>
    </Panel>
  )
}
