import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Field, type FieldProps } from './Field.tsx'
import type { NumberSigns } from './numberSigns.tsx'
import { groupNumber, readNumber, ungroupNumber } from './typedNumber.tsx'

/** Prefix of a value that is not a readable number. Parsers of plain decimals reject it. */
const unreadMark = '?'

export type NumberFieldProps = Omit<FieldProps, 'value' | 'onChange' | 'inputMode' | 'type' | 'ref'> & {
  /** Plain decimal text such as `1000.5`, the empty text, or `?` and the unreadable text. */
  value: string
  /** Receives plain decimal text, the empty text, or `?` and the unreadable text. */
  onChange: (plain: string) => void
  /** Group and decimal signs of the user's language. */
  signs: NumberSigns
  /** Integers only: the on-screen keyboard has no decimal sign. */
  whole?: boolean
  /** Question for an ambiguous number; the possible numbers follow as links. */
  unclear: string
  /** Steps the value: arrow keys and, while the field has the focus, the wheel; ten steps with Shift or Page keys. */
  onStep?: ((by: number) => void) | undefined
}

/** All possible numbers of an ambiguous field value; null if the value is clear or is not a number. */
export const meaningsOf = (value: string, signs: NumberSigns, unit = ''): readonly string[] | null => {
  if (!value.startsWith(unreadMark)) return null
  const reading = readNumber(value.slice(unreadMark.length), signs, unit)
  return reading.kind === 'unclear' ? reading.readings : null
}

/** Displayed text of a value: ungrouped during editing, grouped otherwise. */
const textOf = (value: string, signs: NumberSigns, isEdited: boolean): string => {
  if (value.startsWith(unreadMark)) return value.slice(unreadMark.length)
  return isEdited ? ungroupNumber(value, signs) : groupNumber(value, signs)
}

/** The text last typed, and the value it was parsed to. */
type Typed = { readonly text: string; readonly value: string }

/** Steps of a key; null for other keys. */
const stepsOf = ({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): number | null => {
  if (altKey || ctrlKey || metaKey) return null
  if (key === 'PageUp') return 10
  if (key === 'PageDown') return -10
  if (key === 'ArrowUp') return shiftKey ? 10 : 1
  return key === 'ArrowDown' ? (shiftKey ? -10 : -1) : null
}

/** Wheel movement of one step, in pixels: less than a notch of a mouse, so that each notch counts. */
const wheelStep = 40

/** Steps the focused field by the wheel. The listener is not passive, because the page must not scroll meanwhile. */
const useWheel = (onStep: ((by: number) => void) | undefined) => {
  const input = useRef<HTMLInputElement>(null)
  const turned = useRef(0)
  const onWheel = useEffectEvent((event: WheelEvent): void => {
    if (onStep === undefined || document.activeElement !== input.current) return
    event.preventDefault()
    turned.current += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * wheelStep
    if (Math.abs(turned.current) < wheelStep) return
    onStep((turned.current < 0 ? 1 : -1) * (event.shiftKey ? 10 : 1))
    turned.current = 0
  })
  useEffect(() => {
    const field = input.current
    const turn = (event: WheelEvent): void => onWheel(event)
    field?.addEventListener('wheel', turn, { passive: false })
    return () => field?.removeEventListener('wheel', turn)
  }, [])
  return input
}

type Selection = { readonly input: HTMLInputElement; readonly start: number; readonly end: number }

/** Removes the group signs when editing starts; caret and selection stay at their digits. */
const useEditing = (signs: NumberSigns) => {
  const [isEdited, setEdited] = useState(false)
  const frame = useRef(0)
  const selection = useRef<Selection | null>(null)
  useLayoutEffect(() => {
    const saved = selection.current
    selection.current = null
    if (isEdited && saved) saved.input.setSelectionRange(saved.start, saved.end)
  }, [isEdited])
  const begin = (event: FocusEvent<HTMLInputElement>): void => {
    const input = event.currentTarget
    // One frame later: the browser places the caret of a press after the focus event.
    frame.current = requestAnimationFrame(() => {
      const { value, selectionStart, selectionEnd } = input
      const ungrouped = (offset: number | null): number =>
        value.slice(0, offset ?? value.length).replaceAll(signs.group, '').length
      if (value.includes(signs.group))
        selection.current = { input, start: ungrouped(selectionStart), end: ungrouped(selectionEnd) }
      setEdited(true)
    })
  }
  /** Text typed since then keeps its own caret. */
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
 * Number field. Shows the number grouped in the user's language, ungrouped during editing, and passes on
 * plain decimal text, so that its callers do not depend on a language. An ambiguous text is passed on as
 * unreadable, and every possible number is offered.
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
  onStep,
  onKeyDown,
  ...rest
}: NumberFieldProps) {
  const input = useWheel(onStep)
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
      ref={input}
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
      onKeyDown={(event) => {
        onKeyDown?.(event)
        const steps = onStep === undefined || event.defaultPrevented ? null : stepsOf(event)
        if (steps === null) return
        event.preventDefault()
        onStep?.(steps)
      }}
      onBlur={(event) => {
        end()
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
