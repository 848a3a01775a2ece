import { Button, buttonClass } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { lazy, Suspense, useState } from 'react'
import { useSentence } from '../../components/useSentence.ts'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { AccountLayout, Panel } from './AccountLayout.tsx'
import { type ClosureBlocker, closureBlockerNames } from './accountClosure.ts'
import { ClosureChecklist } from './ClosureChecklist.tsx'

const CloseAccount = lazy(() => import('./CloseAccount.tsx'))

/** Getting out: everything about me in one file, and the end of the account. */
export default function DataAndPrivacy() {
  return useSignedIn() ? <Leaving /> : null
}

function Leaving() {
  const { t } = useTranslation('mine')
  const [asking, setAsking] = useState(false)
  const [missing, setMissing] = useState<ClosureBlocker | null>(null)
  return (
    <AccountLayout room="data" lead={t('roomText.data')}>
      <Export />
      <Panel title={t('closing.title')} text={t('closing.text')}>
        <p className={styles.pick}>{t('closing.needs')}</p>
        <ClosureChecklist names={closureBlockerNames} missing={missing} />
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('closing.open')}
        </Button>
      </Panel>
      {asking && (
        <Suspense fallback={null}>
          <CloseAccount onClose={() => setAsking(false)} onObstacle={setMissing} />
        </Suspense>
      )}
    </AccountLayout>
  )
}

/** The link to everything, good for five minutes. */
function Export() {
  const { t } = useTranslation('mine')
  const sentence = useSentence()
  const [url, setUrl] = useState<string | null>(null)
  const make = useMutation('/api/user/export')
  const run = async () => {
    const answer = await make.run({})
    if (answer !== null) setUrl(answer.url)
  }
  return (
    <Panel title={t('export.title')} text={t('export.text')}>
      {url === null ? (
        <Button busy={make.busy && t('export.busy')} onClick={() => void run()}>
          {t('export.make')}
        </Button>
      ) : (
        <div className={styles.acts}>
          <a className={buttonClass({ variant: 'primary' })} href={url} download>
            <Icon name="download" size={14} />
            {t('export.take')}
          </a>
          <Button variant="quiet" busy={make.busy && t('export.busy')} onClick={() => void run()}>
            {t('export.again')}
          </Button>
        </div>
      )}
      <p className={`${styles.note} ${styles.after}`}>{t('export.good')}</p>
      {make.error && <FieldError>{sentence(make.error)}</FieldError>}
    </Panel>
  )
}
