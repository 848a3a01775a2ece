import { Field, type FieldProps } from '@glasshouse/ui/Field'
import { useState } from 'react'
import { useFigures } from '../../parts/figures.ts'
import { readPrice } from './stops.ts'

/** A field for a price: plain digits while it is written, the reader's thousands when it is left. */
export function PriceInput({ scale, value, ...rest }: FieldProps & { scale: number }) {
  const figures = useFigures()
  const [writing, setWriting] = useState(false)
  const read = readPrice(value, scale)
  const shown = writing || read.kind !== 'price' ? value : figures.price(read.price, scale)
  return (
    <Field
      inputMode="decimal"
      {...rest}
      value={shown}
      onFocus={() => setWriting(true)}
      onBlur={() => setWriting(false)}
    />
  )
}
