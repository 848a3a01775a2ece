import { type NumberFieldProps, NumberField as PlainNumberField } from '@glasshouse/ui/NumberField'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useFormatters } from './formatters.ts'

/** Number field in the language of the page. Its value is plain decimal text. */
export function NumberField(props: Omit<NumberFieldProps, 'signs' | 'unclear'>) {
  const { t } = useTranslation('shell')
  return <PlainNumberField {...props} signs={useFormatters().signs} unclear={t('unclearNumber')} />
}
