import { Tabs } from '@glasshouse/ui/Tabs'
import { useTranslation } from 'react-i18next'
import styles from './Views.module.css'

export type View = 'chart' | 'book'

/** Where the page is narrow, chart and book share a place. */
export function Views({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { t } = useTranslation('market')
  return (
    <div className={styles.views}>
      <Tabs
        id="views"
        className={styles.tabs}
        label={t('view.label')}
        tabs={[
          { id: 'chart', label: t('view.chart') },
          { id: 'book', label: t('view.book') },
        ]}
        value={view}
        onChange={onView}
      />
    </div>
  )
}
