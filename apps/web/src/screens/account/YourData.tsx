import { Button, buttonClass } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { Problem } from '@glasshouse/ui/Problem'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCommand } from '../../data/query.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { AccountFrame, Pane } from './AccountFrame.tsx'
import { type Obstacle, obstacleNames } from './accountClosure.ts'
import styles from './Account.module.css'
import { Needs } from './Needs.tsx'

const CloseAccount = lazy(() => import('./CloseAccount.tsx'))

/** Getting out: everything about me in one file, and the end of the account. */
export default function YourData() {
  return useSignedIn() ? <Leaving /> : null
}

function Leaving() {
  const { t } = useTranslation('mine')
  const [asking, setAsking] = useState(false)
  const [missing, setMissing] = useState<Obstacle | null>(null)
  return (
    <AccountFrame room="data" lead={t('roomText.data')}>
      <Export />
      <Pane title={t('closing.title')} text={t('closing.text')}>
        <p className={styles.pick}>{t('closing.needs')}</p>
        <Needs names={obstacleNames} missing={missing} />
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('closing.open')}
        </Button>
      </Pane>
      {asking && (
        <Suspense fallback={null}>
          <CloseAccount onClose={() => setAsking(false)} onObstacle={setMissing} />
        </Suspense>
      )}
    </AccountFrame>
  )
}

/** The link to everything, good for five minutes. */
function Export() {
  const { t } = useTranslation('mine')
  const sentence = useSentence()
  const [url, setUrl] = useState<string | null>(null)
  const make = useCommand('/api/user/export')
  const run = async () => {
    const answer = await make.run({})
    if (answer !== null) setUrl(answer.url)
  }
  return (
    <Pane title={t('export.title')} text={t('export.text')}>
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
      {make.error && <Problem>{sentence(make.error)}</Problem>}
    </Pane>
  )
}
