import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { useEffect, useId, useRef, useState } from 'react'
import { errorMessage, publishPicture } from '../../data/api.ts'
import styles from './PictureField.module.css'

/** Uploads one picture at a time. Another upload, or leaving the page, aborts the current one. */
const useUpload = (onDone: (url: string) => void) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const putUp = async (file: Blob): Promise<void> => {
    current.current?.abort()
    const upload = new AbortController()
    current.current = upload
    setBusy(true)
    setProblem(null)
    try {
      onDone(await publishPicture(file, upload.signal))
    } catch (error) {
      if (!upload.signal.aborted) setProblem(errorMessage(error))
    } finally {
      if (current.current === upload) setBusy(false)
    }
  }
  return { putUp, busy, problem }
}

/** Field of a public picture: uploads the chosen file at once and shows it. */
export function PictureField({
  label,
  limits,
  value,
  onChange,
  isWrong,
}: {
  label: string
  limits: string
  value: string
  onChange: (url: string) => void
  isWrong: boolean
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { putUp, busy, problem } = useUpload(onChange)
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <span>{limits}</span>
      </div>
      {value !== '' && !isWrong && <img className={styles.picture} src={value} alt={label} />}
      <div className={styles.acts}>
        <input
          ref={input}
          id={id}
          className="sr-only"
          type="file"
          accept="image/png,image/jpeg,image/webp"
          tabIndex={-1}
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (file) void putUp(file)
          }}
        />
        <Button
          size="s"
          icon={<Icon name="upload" size={14} />}
          busy={busy && 'Sending'}
          onClick={() => input.current?.click()}
        >
          {value === '' ? 'Choose a picture' : 'Replace'}
        </Button>
        {value !== '' && (
          <Button size="s" variant="quiet" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
      {isWrong && <FieldError>Pictures of other sites are not shown. Put this one up here.</FieldError>}
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  )
}
