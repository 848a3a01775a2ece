import { Field } from '@glasshouse/ui/Field'
import { Select } from '@glasshouse/ui/Select'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { dialCodes } from './dialCodes.ts'
import styles from './PhoneField.module.css'

export type Phone = { readonly country: string; readonly number: string }
export const noPhone: Phone = { country: 'US', number: '' }

/** Dialling code of the selected country. */
export const dialCodeOf = (phone: Phone): string =>
  dialCodes.find((entry) => entry.country === phone.country)?.dialCode ?? '1'

/** Field for a phone number with a country picker. */
export function PhoneField({
  value,
  offered,
  onChange,
  error,
}: {
  value: Phone
  /** ISO codes of the selectable countries; all if omitted. */
  offered?: readonly string[] | undefined
  onChange: (phone: Phone) => void
  error?: ReactNode
}) {
  const { t, language: locale } = useTranslation('account')
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    const order = new Intl.Collator(locale)
    return dialCodes
      .filter(({ country }) => offered === undefined || offered.includes(country))
      .map((entry) => ({ ...entry, name: names.of(entry.country) ?? entry.country }))
      .toSorted((a, b) => order.compare(a.name, b.name))
      .map((entry) => ({ value: entry.country, label: `+${entry.dialCode} ${entry.name}` }))
  }, [locale, offered])
  return (
    <div className={styles.phone}>
      <Select
        label={t('field.country')}
        options={options}
        value={value.country}
        autoComplete="tel-country-code"
        onChange={(country) => onChange({ ...value, country })}
      />
      <Field
        label={t('field.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        value={value.number}
        error={error}
        onChange={(number) => onChange({ ...value, number })}
      />
    </div>
  )
}
