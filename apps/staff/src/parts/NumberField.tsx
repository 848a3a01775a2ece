import { type NumberFieldProps, NumberField as PlainNumberField } from '@glasshouse/ui/NumberField'
import type { NumberSigns } from '@glasshouse/ui/numberSigns'

/** English number signs. */
const signs: NumberSigns = { group: ',', decimal: '.' }

/** Number field with English signs. Its value is plain decimal text. */
export function NumberField(props: Omit<NumberFieldProps, 'signs' | 'unclear'>) {
  return <PlainNumberField {...props} signs={signs} unclear="Unclear number. Use:" />
}
