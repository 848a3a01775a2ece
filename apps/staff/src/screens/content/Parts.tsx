import { type ContentKind, fieldChoices, kindSpecs } from '@glasshouse/core/content/records'
import type { Language } from '@glasshouse/core/wire/languages'
import { Field } from '@glasshouse/ui/Field'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useId } from 'react'
import { tagOf } from '../../words/languageNames.ts'
import styles from './Content.module.css'
import { choiceName, limitsOf, partName } from './contentLabels.ts'
import { type Draft, withText } from './draft.ts'
import { PictureField } from './PictureField.tsx'
import { checkText } from './terms.ts'

type Part = {
  readonly kind: ContentKind
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  /** Path of the invalid field, such as `texts.en.title`. */
  readonly wrong: string | null
}

/** Fields of a tier. A rule for the total number of sign-ins has no tiers, so they are hidden. */
const tierFields = ['streakMoney', 'minAssets', 'maxAssets']
const isVisible = (name: string, { fields }: Draft): boolean =>
  fields.part !== 'total' || !tierFields.includes(name)

/** Draft fields with one changed; fields that are hidden now are removed. */
const withField = (draft: Draft, name: string, value: string): Draft => {
  const fields = { ...draft.fields, [name]: value }
  const visible = Object.entries(fields).filter(([other]) => isVisible(other, { ...draft, fields }))
  return { ...draft, fields: Object.fromEntries(visible) }
}

/** Limits of a field. Fields of a tier are required, and the unit of `times` depends on the rule. */
const limitsIn = (kind: ContentKind, name: string, { fields }: Draft): string => {
  const field = kindSpecs[kind].fields[name]
  if (field === undefined) return ''
  if (name === 'times') return fields.part === 'total' ? 'sign-ins in total' : 'days in a row'
  return `${limitsOf(field.form)}${field.need === 'may' && !tierFields.includes(name) ? ', may stay empty' : ''}`
}

/** Fields of a record, without its texts. */
export function Fields({ kind, draft, onChange, wrong }: Part) {
  const fields = Object.entries(kindSpecs[kind].fields).filter(([name]) => isVisible(name, draft))
  if (fields.length === 0) return null
  return (
    <div className={styles.pair}>
      {fields.map(([name, { form }]) => {
        const value = draft.fields[name] ?? ''
        const choices = fieldChoices[form]
        if (choices)
          return (
            <div key={name} className={styles.choice}>
              <SegmentedControl
                label={partName(name)}
                options={choices.map((choice) => ({ value: choice, label: choiceName(choice) }))}
                value={value}
                onChange={(choice) => onChange(withField(draft, name, choice))}
              />
              {form === 'task' && <p>{checkText(value) || 'Choose one of the five.'}</p>}
            </div>
          )
        if (form === 'picture')
          return (
            <PictureField
              key={name}
              label={partName(name)}
              limits={limitsIn(kind, name, draft)}
              value={value}
              onChange={(url) => onChange(withField(draft, name, url))}
              isWrong={value !== '' && wrong === `fields.${name}`}
            />
          )
        return (
          <Field
            key={name}
            label={partName(name)}
            limits={limitsIn(kind, name, draft)}
            value={value}
            onChange={(text) => onChange(withField(draft, name, text.trim()))}
            error={value !== '' && wrong === `fields.${name}` && 'This cannot be taken.'}
          />
        )
      })}
    </div>
  )
}

const isLong = (longest: number): boolean => longest > 500

/** Texts of a record in one language. */
export function Texts({ kind, draft, lang, onChange, wrong }: Part & { readonly lang: Language }) {
  return Object.entries(kindSpecs[kind].texts).map(([name, { need, longest }]) => {
    const value = draft.texts[lang]?.[name] ?? ''
    const length = [...value].length
    const limits = `${length} of ${longest}${need === 'may' ? ', may stay empty' : ''}`
    const set = (text: string) => onChange(withText(draft, lang, name, text))
    const isWrong = value !== '' && wrong === `texts.${lang}.${name}`
    if (isLong(longest))
      return (
        <LongText
          key={name}
          label={partName(name)}
          limits={limits}
          lang={lang}
          value={value}
          onChange={set}
          isWrong={isWrong}
        />
      )
    return (
      <Field
        key={name}
        label={partName(name)}
        limits={limits}
        lang={tagOf(lang)}
        value={value}
        onChange={set}
        error={isWrong && 'Too long, or a link that is not https.'}
      />
    )
  })
}

function LongText({
  label,
  limits,
  lang,
  value,
  onChange,
  isWrong,
}: {
  label: string
  limits: string
  lang: Language
  value: string
  onChange: (text: string) => void
  isWrong: boolean
}) {
  const id = useId()
  return (
    <div className={styles.long}>
      <div>
        <label htmlFor={id}>{label}</label>
        <span>{limits}</span>
      </div>
      <textarea
        id={id}
        lang={tagOf(lang)}
        rows={10}
        value={value}
        aria-invalid={isWrong || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className={isWrong ? styles.wrong : undefined}>
        {isWrong
          ? 'Too long, or a link that is not https.'
          : 'Paragraphs by an empty line, lists with - , **bold**, [a link](https://…).'}
      </p>
    </div>
  )
}
