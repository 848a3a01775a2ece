import { Fragment, type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { classNames } from './classNames.tsx'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'

/** An accepted value, offered as a link. */
export type FieldFix = { readonly text: string; readonly onUse: () => void }

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange?: (text: string) => void
  /** Accepted values, shown above the well before input. */
  limits?: ReactNode
  unit?: ReactNode
  /** Error message, a full sentence. */
  error?: ReactNode
  /** Accepted values, offered as links after the error. */
  fix?: FieldFix | readonly FieldFix[] | undefined
  /** Id of the element that shows the error, if another one does; the field is then only marked invalid. */
  errorAt?: string | undefined
  note?: ReactNode
  /** Id of the element that shows the note, if another one does. */
  noteAt?: string | undefined
  locked?: boolean
  /** `inside` puts the label into the well and aligns the value right, as in the order ticket. */
  layout?: 'above' | 'inside'
  /** The label is only for screen readers; the well itself shows what to enter. */
  hideLabel?: boolean
  align?: 'left' | 'center' | 'right'
  mono?: boolean
  /** Small control at the start of the well. */
  start?: ReactNode
  /** Small control at the end of the well. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Single-line input field with its limits above and its error below. */
export function Field({
  label,
  value,
  onChange,
  limits,
  unit,
  error,
  fix,
  errorAt,
  note,
  noteAt,
  locked = false,
  layout = 'above',
  hideLabel = false,
  align = layout === 'inside' ? 'right' : 'left',
  mono = false,
  start,
  end,
  className,
  ref,
  ...rest
}: FieldProps) {
  const id = useId()
  const inside = layout === 'inside'
  return (
    <div className={classNames(styles.field, className)}>
      {(!inside || limits) && <Head id={id} label={inside ? null : label} limits={limits} />}
      <div
        className={classNames(
          styles.well,
          inside && styles.inside,
          Boolean(error) && styles.wrong,
          locked && styles.locked,
        )}
      >
        {inside && (
          <label htmlFor={id} className={hideLabel ? 'sr-only' : styles.inner}>
            {label}
          </label>
        )}
        {start && <span className={styles.start}>{start}</span>}
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          ref={ref}
          id={id}
          className={classNames(styles.input, align !== 'left' && styles[align], mono && styles.mono)}
          value={value}
          readOnly={locked || rest.readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, { error: errorAt ? null : error, note, limits }, [
            error ? errorAt : undefined,
            noteAt,
          ])}
          onChange={(event) => onChange?.(event.target.value)}
        />
        {unit && <span className={styles.unit}>{unit}</span>}
        {locked && <Icon name="lock" size={14} />}
        {end && <span className={styles.end}>{end}</span>}
      </div>
      <Below id={id} error={errorAt ? null : error} fix={fix} note={note} />
    </div>
  )
}

/** Error with accepted values, and note, below the field. */
function Below({ id, error, fix, note }: Pick<FieldProps, 'error' | 'fix' | 'note'> & { id: string }) {
  return (
    <>
      {error && (
        <Mistake id={`${id}-error`} fix={fix}>
          {error}
        </Mistake>
      )}
      {note && (
        <p className={styles.note} id={`${id}-note`}>
          {note}
        </p>
      )}
    </>
  )
}

/** The ids for `aria-describedby`. */
const described = (
  id: string,
  parts: Readonly<Record<string, ReactNode>>,
  others: readonly (string | undefined)[],
): string | undefined => {
  const partIds = Object.keys(parts).filter((name) => parts[name])
  const ids = [...partIds.map((name) => `${id}-${name}`), ...others.filter((other) => other !== undefined)]
  return ids.length > 0 ? ids.join(' ') : undefined
}

function Head({ id, label, limits }: { id: string; label: string | null; limits: ReactNode }) {
  return (
    <div className={styles.head}>
      {label === null ? <span /> : <label htmlFor={id}>{label}</label>}
      {limits && (
        <span className={styles.limits} id={`${id}-limits`}>
          {limits}
        </span>
      )}
    </div>
  )
}

function Mistake({ id, fix, children }: { id: string; fix: FieldProps['fix']; children: ReactNode }) {
  return (
    <p className={styles.error} id={id} role="alert">
      <Icon name="warning" size={14} />
      <span>
        {children}
        {[fix ?? []].flat().map(({ text, onUse }) => (
          <Fragment key={text}>
            {' '}
            <button type="button" className={styles.fix} onClick={onUse}>
              {text}
            </button>
          </Fragment>
        ))}
      </span>
    </p>
  )
}
