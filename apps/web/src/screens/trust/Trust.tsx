import { Icon } from '@glasshouse/ui/Icon'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useSession } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { Heads } from './Heads.tsx'
import { Inclusion } from './Inclusion.tsx'
import { NewestReceipt } from './NewestReceipt.tsx'
import { Owed } from './Owed.tsx'
import { Reports } from './Reports.tsx'
import styles from './Trust.module.css'

/** What customers are owed, how each can check it, and what none of it proves. */
export default function Trust() {
  const { t } = useTranslation('trust')
  const isMember = useSession() !== null
  return (
    <Page title={t('title')} lead={t('lead')} back={paths.about()}>
      <Owed />
      <div className={styles.halves}>
        <Inclusion />
        <Limits />
      </div>
      <div className={isMember ? styles.halves : undefined}>
        {isMember && <NewestReceipt />}
        <Heads />
      </div>
      <Reports />
    </Page>
  )
}

const limits = ['hold', 'between', 'look', 'outside'] as const

function Limits() {
  const { t } = useTranslation('trust')
  return (
    <Panel title={t('limits.title')} inset>
      <ul className={styles.limits}>
        {limits.map((limit) => (
          <li key={limit}>
            <Icon name="warning" size={16} />
            {t(`limits.${limit}`)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
