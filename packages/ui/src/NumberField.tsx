import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { groupNumber, type NumberSigns, readNumber, ungroupNumber } from './typedNumber.tsx'

/** Begins a value that holds a text which is no number; no reader of plain decimals takes it. */
const unreadMark = '?'

export type NumberFieldProps = Omit<FieldProps, 'value' | 'onChange' | 'inputMode' | 'type' | 'ref'> & {
  /** Plain decimal text, such as `1000.5`; empty; or `?` and the text that could not be read. */
  value: string
  /** Receives plain decimal text, empty, or `?` and the text that could not be read. */
  onChange: (plain: string) => void
  /** The signs of the reader's language. */
  signs: NumberSigns
  /** Only whole numbers make sense: a keyboard without a decimal sign. */
  whole?: boolean
  /** Asks which of several numbers is meant; the numbers follow as links. */
  unclear: string
}

/** Every number that the text of a number field may mean; null for a value that is clear, or no number at all. */
export const meaningsOf = (value: string, signs: NumberSigns, unit = ''): readonly string[] | null => {
  if (!value.startsWith(unreadMark)) return null
  const reading = readNumber(value.slice(unreadMark.length), signs, unit)
  return reading.kind === 'unclear' ? reading.readings : null
}

/** How the value is written: what was typed while it is that, with groups when nobody edits it. */
const textOf = (value: string, signs: NumberSigns, isEdited: boolean): string => {
  if (value.startsWith(unreadMark)) return value.slice(unreadMark.length)
  return isEdited ? ungroupNumber(value, signs) : groupNumber(value, signs)
}

/** What the person wrote last, and the value it was read as. */
type Typed = { readonly text: string; readonly value: string }

type Selection = { readonly input: HTMLInputElement; readonly start: number; readonly end: number }

/** Replaces grouped by ungrouped digits when an edit begins, and keeps caret and selection at their digits. */
const useEditing = (signs: NumberSigns) => {
  const [isEdited, setEdited] = useState(false)
  const frame = useRef(0)
  const selection = useRef<Selection | null>(null)
  useLayoutEffect(() => {
    const kept = selection.current
    selection.current = null
    if (isEdited && kept) kept.input.setSelectionRange(kept.start, kept.end)
  }, [isEdited])
  const begin = (event: FocusEvent<HTMLInputElement>): void => {
    const input = event.currentTarget
    // One frame later, because the browser places the caret of a press after the focus.
    frame.current = requestAnimationFrame(() => {
      const { value, selectionStart, selectionEnd } = input
      const ungrouped = (place: number | null): number =>
        value.slice(0, place ?? value.length).replaceAll(signs.group, '').length
      if (value.includes(signs.group))
        selection.current = { input, start: ungrouped(selectionStart), end: ungrouped(selectionEnd) }
      setEdited(true)
    })
  }
  /** A text that was typed meanwhile stays as it is, and so does its caret. */
  const type = (): void => {
    selection.current = null
  }
  const end = (): void => {
    cancelAnimationFrame(frame.current)
    setEdited(false)
  }
  return { isEdited, begin, type, end }
}

/**
 * A field for a number. Shows it grouped in the reader's language, ungrouped while it is edited, and hands on plain
 * decimal text, so that nothing behind the field depends on a language. A text with several meanings is handed on as
 * unread, and every meaning is offered.
 */
export function NumberField({
  value,
  onChange,
  signs,
  whole = false,
  unclear,
  error,
  fix,
  onFocus,
  onBlur,
  ...rest
}: NumberFieldProps) {
  const [typed, setTyped] = useState<Typed | null>(null)
  const { isEdited, begin, type, end } = useEditing(signs)
  const unit = typeof rest.unit === 'string' ? rest.unit : ''
  const text = typed?.value === value ? typed.text : textOf(value, signs, isEdited)
  const change = (next: string): void => {
    const reading = readNumber(next, signs, unit)
    const read =
      reading.kind === 'number' ? reading.plain : reading.kind === 'empty' ? '' : `${unreadMark}${next}`
    type()
    setTyped({ text: next, value: read })
    onChange(read)
  }
  const meanings = meaningsOf(value, signs, unit)
  return (
    <Field
      {...rest}
      inputMode={whole ? 'numeric' : 'decimal'}
      value={text}
      onChange={change}
      error={meanings === null ? error : unclear}
      fix={
        meanings === null
          ? fix
          : meanings.map((plain) => ({ text: groupNumber(plain, signs), onUse: () => onChange(plain) }))
      }
      onFocus={(event) => {
        begin(event)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        end()
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
