import { Change } from '@glasshouse/ui/Change'
import { Segmented } from '@glasshouse/ui/Segmented'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../../parts/figures.ts'
import { SiteSwitch } from '../../parts/SiteSwitch.tsx'
import { setDirectionColours, setTheme, useDirectionColours, useTheme } from '../../shells/theme.ts'
import styles from './reading.module.css'

/** How the page looks on this machine. */
export function Display() {
  const { t } = useTranslation('account')
  const figures = useFigures()
  const theme = useTheme()
  const colours = useDirectionColours()
  const sample = figures.percent(61n)
  return (
    <section className={`${styles.pane} ${styles.inset}`}>
      <h2 className={styles.paneTitle}>{t('mine.display')}</h2>
      <div className={styles.settings}>
        <div className={styles.setting}>
          <span className={styles.settingName}>{t('mine.theme')}</span>
          <Segmented
            label={t('mine.theme')}
            options={[
              { value: 'day', label: t('mine.day') },
              { value: 'night', label: t('mine.night') },
            ]}
            value={theme}
            onChange={setTheme}
          />
        </div>
        <div className={styles.setting}>
          <span className={styles.settingName}>{t('mine.colours')}</span>
          <Segmented
            label={t('mine.colours')}
            options={[
              { value: 'standard', label: t('mine.colourStandard') },
              { value: 'swap', label: t('mine.colourSwap') },
              { value: 'cvd', label: t('mine.colourCvd') },
            ]}
            value={colours}
            onChange={setDirectionColours}
          />
          <span className={styles.settingName}>
            {t('mine.sample')} <Change direction="up">{sample}</Change>{' '}
            <Change direction="down">{sample}</Change>
          </span>
        </div>
        <SiteSwitch />
      </div>
    </section>
  )
}
