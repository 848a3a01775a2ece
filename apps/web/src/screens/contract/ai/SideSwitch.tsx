import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './AiPanel.module.css'

export type Side = 'ticket' | 'ai'

/** Switches the side pane between the order ticket and AI trading. */
export function SideSwitch({ side, onSide }: { side: Side; onSide: (side: Side) => void }) {
  const { t } = useTranslation('ai')
  return (
    <div className={styles.sides}>
      <SegmentedControl
        label={t('panel')}
        look="underline"
        options={[
          { value: 'ticket', label: t('tab.ticket') },
          { value: 'ai', label: t('tab.ai') },
        ]}
        value={side}
        onChange={onSide}
      />
    </div>
  )
}
