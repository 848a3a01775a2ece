import { parseDecimal } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Checkbox } from '@glasshouse/ui/Checkbox'
import { Dialog } from '@glasshouse/ui/Dialog'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Select } from '@glasshouse/ui/Select'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { NumberField } from '../../NumberField.tsx'
import type { Preferences } from '../preferences.ts'
import styles from './StudiesDialog.module.css'
import {
  isParam,
  maxParam,
  priceScales,
  type Study,
  type StudyName,
  type StudySettings,
  studyKinds,
  studyNames,
} from './settings.ts'

/** A typed parameter as a number; null if it is not allowed. */
const paramOf = (text: string): number | null => {
  const units = parseDecimal(text, 0)
  const value = units === null ? null : Number.parseInt(units.toString(), 10)
  return isParam(value) ? value : null
}

/** Parameters of one indicator. Each valid input takes effect at once; another one is marked and changes nothing. */
function Params({ study, onChange }: { study: Study; onChange: (params: readonly number[]) => void }) {
  const { t } = useTranslation('chartTools')
  const [texts, setTexts] = useState(() => study.params.map(String))
  const type = (index: number, text: string): void => {
    const next = texts.map((old, place) => (place === index ? text : old))
    setTexts(next)
    const params = next.map(paramOf)
    if (params.every((value) => value !== null)) onChange(params)
  }
  return (
    <div className={styles.params}>
      {texts.map((text, index) => (
        <NumberField
          // biome-ignore lint/suspicious/noArrayIndexKey: the parameters of an indicator keep their places
          key={index}
          label={t('param', { n: index + 1 })}
          whole
          value={text}
          onChange={(typed) => type(index, typed)}
          error={paramOf(text) === null ? t('paramWrong', { max: maxParam }) : undefined}
        />
      ))}
    </div>
  )
}

type StudiesProps = { settings: StudySettings; onChange: (part: Partial<StudySettings>) => void }

/** Indicators of one place, with the parameters of the chosen ones. */
function Studies({ settings, onChange, place }: StudiesProps & { place: 'price' | 'pane' }) {
  const { t } = useTranslation('chartTools')
  const { studies } = settings
  const set = (name: StudyName, params: readonly number[] | null): void => {
    const others = studies.filter((study) => study.name !== name)
    const place = studies.findIndex((study) => study.name === name)
    onChange({
      studies:
        params === null ? others : others.toSpliced(place < 0 ? others.length : place, 0, { name, params }),
    })
  }
  return studyNames
    .filter((name) => studyKinds[name].place === place)
    .map((name) => {
      const chosen = studies.find((study) => study.name === name)
      return (
        <div key={name} className={styles.study}>
          <Checkbox
            checked={chosen !== undefined}
            onChange={(isChosen) => set(name, isChosen ? studyKinds[name].params : null)}
          >
            {t(`study.${name}`)}
          </Checkbox>
          {chosen && <Params study={chosen} onChange={(params) => set(name, params)} />}
        </div>
      )
    })
}

/** Chooses indicators, price scale and a market to compare with. All changes take effect at once. */
export default function StudiesDialog({
  settings,
  onChange,
  preferences,
  change,
  symbols,
  isSheet,
  onClose,
}: StudiesProps & {
  preferences: Preferences
  change: (part: Partial<Preferences>) => void
  /** Markets to compare with. */
  symbols: readonly string[]
  /** At the bottom edge, for small screens. */
  isSheet: boolean
  onClose: () => void
}) {
  const { t } = useTranslation(['chartTools', 'shell'])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('title')}
      closeLabel={t('shell:close')}
      size={isSheet ? 'sheet' : 'wide'}
      foot={
        <Button onClick={() => onChange({ studies: [], scale: 'normal', compare: null })}>
          {t('reset')}
        </Button>
      }
    >
      <div className={styles.body}>
        <fieldset className={styles.group}>
          <legend>{t('onPrice')}</legend>
          <Checkbox checked={preferences.averages} onChange={(averages) => change({ averages })}>
            {t('averages')}
          </Checkbox>
          <Studies settings={settings} onChange={onChange} place="price" />
        </fieldset>
        <fieldset className={styles.group}>
          <legend>{t('below')}</legend>
          <Checkbox checked={preferences.volume} onChange={(volume) => change({ volume })}>
            {t('volume')}
          </Checkbox>
          <Studies settings={settings} onChange={onChange} place="pane" />
        </fieldset>
        <div className={styles.group}>
          <span className={styles.legend}>{t('scale')}</span>
          <SegmentedControl
            label={t('scale')}
            options={priceScales.map((scale) => ({ value: scale, label: t(`scales.${scale}`) }))}
            value={settings.scale}
            onChange={(scale) => onChange({ scale })}
          />
        </div>
        <Select
          label={t('compare')}
          options={[
            { value: '', label: t('compareNone') },
            ...symbols.map((symbol) => ({ value: symbol, label: symbol })),
          ]}
          value={settings.compare ?? ''}
          onChange={(symbol) => onChange({ compare: symbol === '' ? null : symbol })}
        />
      </div>
    </Dialog>
  )
}
