import { type NumberFieldProps, NumberField as PlainNumberField } from '@glasshouse/ui/NumberField'
import type { NumberSigns } from '@glasshouse/ui/typedNumber'

/** The console writes and reads numbers in English. */
const signs: NumberSigns = { group: ',', decimal: '.' }

/** A field for a number as the console writes it; what it holds and hands on is plain decimal text. */
export function NumberField(props: Omit<NumberFieldProps, 'signs' | 'unclear'>) {
  return <PlainNumberField {...props} signs={signs} unclear="Unclear number. Use:" />
}
