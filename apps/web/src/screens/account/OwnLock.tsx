import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { session } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'

/** Locks the own account for 72 hours, after a confirmation that names what it does. */
export function OwnLock() {
  const { t } = useTranslation('locks')
  const [asks, setAsks] = useState(false)
  return (
    <Panel title={t('own.title')} text={t('own.text')}>
      <div>
        <Button variant="danger" onClick={() => setAsks(true)}>
          {t('own.act')}
        </Button>
      </div>
      {asks && <Confirm onClose={() => setAsks(false)} />}
    </Panel>
  )
}

function Confirm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['locks', 'shell'])
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const lock = useMutation('/api/user/lock')
  const problem = sentence(lock.error)
  const run = async () => {
    if ((await lock.run({})) === null) return
    session.signOut()
    showToast({ title: t('own.done') })
    navigate(paths.login())
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('own.confirmTitle')}
      description={t('own.confirm')}
      closeLabel={t('shell:close')}
    >
      <div className={styles.form}>
        {problem && <FieldError>{problem}</FieldError>}
        <Button variant="danger" wide busy={lock.busy && t('own.busy')} onClick={() => void run()}>
          {t('own.act')}
        </Button>
      </div>
    </Dialog>
  )
}
