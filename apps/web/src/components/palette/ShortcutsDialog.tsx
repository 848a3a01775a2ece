import { Dialog } from '@glasshouse/ui/Dialog'
import { Kbd } from '@glasshouse/ui/Kbd'
import { Toggle } from '@glasshouse/ui/Toggle'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Palette.module.css'
import { setShortcutsOn, useShortcutsOn } from './shortcuts.ts'

/** All keyboard shortcuts, and the switch for those of one key. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['palette', 'shell'])
  const isOn = useShortcutsOn()
  const rows = [
    { keys: ['/', 'Ctrl K'], text: t('palette:key.search') },
    { keys: ['?'], text: t('palette:key.shortcuts') },
    { keys: ['B'], text: t('palette:key.long') },
    { keys: ['S'], text: t('palette:key.short') },
    { keys: ['1', '2', '3', '4'], text: t('palette:key.share') },
    { keys: ['↑', '↓'], text: t('palette:key.step') },
    { keys: ['Enter'], text: t('palette:key.send') },
    { keys: ['Esc'], text: t('palette:key.close') },
  ]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('palette:shortcuts.title')}
      description={t('palette:shortcuts.text')}
      closeLabel={t('shell:close')}
    >
      <dl className={styles.table}>
        {rows.map(({ keys, text }) => (
          <div key={text} style={{ display: 'contents' }}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.setting}>
        <Toggle on={isOn} onChange={setShortcutsOn}>
          {t('palette:shortcuts.setting')}
        </Toggle>
      </div>
    </Dialog>
  )
}
