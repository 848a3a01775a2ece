import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { AppCode } from './AppCode.tsx'

/** Asks before the second step is switched off; a code of the app says who asks. */
export default function StopTwoStep({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['mine', 'shell'])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('twoStep.stopAsk')}
      description={t('twoStep.stopText')}
      closeLabel={t('shell:close')}
    >
      <AppCode
        action="stop"
        done={t('twoStep.isOff')}
        onDone={onClose}
        button={(busy) => (
          <div className={styles.acts}>
            <Button onClick={onClose}>{t('twoStep.keep')}</Button>
            <Button type="submit" variant="danger" busy={busy && t('twoStep.stopping')}>
              {t('twoStep.stop')}
            </Button>
          </div>
        )}
      />
    </Dialog>
  )
}
