import { PriceChange } from '@glasshouse/ui/PriceChange'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Select } from '@glasshouse/ui/Select'
import { useFormatters } from '../../components/formatters.ts'
import { setConfirmsOrders, useConfirmsOrders } from '../../components/orderConfirmation.ts'
import { setShortcutsOn, useShortcutsOn } from '../../components/palette/shortcuts.ts'
import { SiteSwitch } from '../../components/SiteSwitch.tsx'
import { setDirectionColours, setTheme, useDirectionColours, useTheme } from '../../components/theme.ts'
import { type LanguageChoice, languages } from '../../i18n/languages.ts'
import { chooseLanguage, chosenLanguage } from '../../i18n/setup.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'

/** Language, light and colours on this machine. */
export function Display() {
  const { t } = useTranslation(['mine', 'shell'])
  const theme = useTheme()
  return (
    <Panel title={t('display.title')}>
      <div className={styles.settings}>
        <Select<LanguageChoice>
          label={t('shell:language.pick')}
          options={[
            { value: 'auto', label: t('shell:language.auto') },
            ...languages.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value={chosenLanguage()}
          onChange={(choice) => void chooseLanguage(choice)}
        />
        <div className={styles.setting}>
          <span className={styles.settingName}>{t('display.theme')}</span>
          <SegmentedControl
            label={t('display.theme')}
            options={[
              { value: 'day', label: t('display.day') },
              { value: 'night', label: t('display.night') },
            ]}
            value={theme}
            onChange={setTheme}
          />
        </div>
        <Colours />
        <Orders />
        {site === 'desktop' && <Shortcuts />}
        {site === 'desktop' && <SiteSwitch />}
      </div>
    </Panel>
  )
}

/** Whether orders are confirmed before they are sent. */
function Orders() {
  const { t } = useTranslation('trade')
  return (
    <div className={styles.setting}>
      <span className={styles.settingName}>{t('confirm.setting')}</span>
      <SegmentedControl
        label={t('confirm.setting')}
        options={[
          { value: 'ask', label: t('confirm.ask') },
          { value: 'send', label: t('confirm.send') },
        ]}
        value={useConfirmsOrders() ? 'ask' : 'send'}
        onChange={(choice) => setConfirmsOrders(choice === 'ask')}
      />
    </div>
  )
}

/** Whether single keys are shortcuts. */
function Shortcuts() {
  const { t } = useTranslation('palette')
  return (
    <div className={styles.setting}>
      <span className={styles.settingName}>{t('shortcuts.setting')}</span>
      <SegmentedControl
        label={t('shortcuts.name')}
        options={[
          { value: 'on', label: t('shortcuts.isOn') },
          { value: 'off', label: t('shortcuts.isOff') },
        ]}
        value={useShortcutsOn() ? 'on' : 'off'}
        onChange={(choice) => setShortcutsOn(choice === 'on')}
      />
    </div>
  )
}

/** The colours of rises and falls, with one of each to look at. */
function Colours() {
  const { t } = useTranslation('mine')
  const sample = useFormatters().percent(61n)
  return (
    <div className={styles.setting}>
      <span className={styles.settingName}>{t('display.colours')}</span>
      <SegmentedControl
        label={t('display.colours')}
        options={[
          { value: 'standard', label: t('display.standard') },
          { value: 'swap', label: t('display.swap') },
          { value: 'cvd', label: t('display.cvd') },
        ]}
        value={useDirectionColours()}
        onChange={setDirectionColours}
      />
      <span className={styles.settingName}>
        {t('display.sample')} <PriceChange direction="up">{sample}</PriceChange>{' '}
        <PriceChange direction="down">{sample}</PriceChange>
      </span>
    </div>
  )
}
