import { Button } from '@glasshouse/ui/Button'
import { CommandDialog } from '@glasshouse/ui/CommandDialog'
import { useState } from 'react'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { useCopy } from './useCopy.ts'

/** Recovery codes right after they were made, the only time they are shown. */
export function NewRecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const { t } = useTranslation('security')
  const copy = useCopy()
  return (
    <section className={styles.form} aria-label={t('recovery.title')}>
      <p>{t('recovery.once')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code className={styles.secret}>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button onClick={() => copy(codes.join('\n'))}>{t('recovery.copy')}</Button>
        <Button variant="primary" onClick={onStored}>
          {t('recovery.stored')}
        </Button>
      </div>
    </section>
  )
}

/** How many recovery codes are left, and the way to replace them. */
export function RecoveryCodes({
  left,
  onCreated,
}: {
  left: number
  onCreated: (codes: readonly string[]) => void
}) {
  const { t } = useTranslation('security')
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles.line}>
      <div className={styles.lineText}>
        <b>{t('recovery.title')}</b>
        <span className={styles.small}>{t('recovery.text')}</span>
        <span className={styles.small}>{t('recovery.left', { count: left })}</span>
      </div>
      <Button onClick={() => setAsking(true)}>{t('recovery.create')}</Button>
      {asking && <AskNewCodes onClose={() => setAsking(false)} onCreated={onCreated} />}
    </div>
  )
}

function AskNewCodes({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (codes: readonly string[]) => void
}) {
  const { t } = useTranslation(['security', 'shell'])
  const sentence = useSentence()
  const create = useMutation('/api/user/totp')
  const run = async () => {
    const answer = await create.run({ action: 'recovery' })
    if (answer?.recovery === undefined) return
    onClose()
    onCreated(answer.recovery)
  }
  return (
    <CommandDialog
      title={t('recovery.ask')}
      description={t('recovery.askText')}
      closeLabel={t('shell:close')}
      cancelLabel={t('recovery.keep')}
      act={t('recovery.create')}
      variant="primary"
      busy={create.busy && t('recovery.creating')}
      problem={sentence(create.error)}
      onAct={() => void run()}
      onClose={onClose}
    />
  )
}
