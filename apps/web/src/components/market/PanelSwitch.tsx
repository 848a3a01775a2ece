import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './PanelSwitch.module.css'

export type View = 'chart' | 'book'

/** Switch between chart and order book on narrow pages. */
export function PanelSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { t } = useTranslation('market')
  return (
    <div className={styles.views}>
      <SegmentedControl
        label={t('view.label')}
        look="underline"
        options={[
          { value: 'chart', label: t('view.chart') },
          { value: 'book', label: t('view.book') },
        ]}
        value={view}
        onChange={onView}
      />
    </div>
  )
}
