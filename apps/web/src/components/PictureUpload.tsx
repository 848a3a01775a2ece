import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { useUpload } from '../data/upload.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useFormatters } from './formatters.ts'
import styles from './PictureUpload.module.css'
import { useSentence } from './useSentence.ts'

/** Upload limit of the server; larger files are not sent. */
const maxBytes = 5 * 1024 * 1024

/** Object URL of a file, revoked on change and unmount. */
const usePreview = (file: File | null): string | null => {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return setPreview(null)
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return preview
}

/** A picture, uploaded as soon as it is selected. */
export function PictureUpload({
  label,
  limits,
  url,
  onChange,
}: {
  label: string
  /** What is taken, one sentence. */
  limits: string
  url: string | null
  onChange: (url: string | null) => void
}) {
  const { t } = useTranslation('money')
  const sentence = useSentence()
  const errorId = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUpload()
  const [file, setFile] = useState<File | null>(null)
  const [isLarge, setIsLarge] = useState(false)
  const [kept] = useState(url)
  const chosenPreview = usePreview(url === null ? null : file)
  // A picture that was handed in before has no file here.
  const preview = chosenPreview ?? (url === kept ? kept : null)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    // Reset, so that selecting the same file again fires a change event.
    event.target.value = ''
    if (chosen === undefined) return
    onChange(null)
    upload.stop()
    setIsLarge(chosen.size > maxBytes)
    if (chosen.size > maxBytes) return
    setFile(chosen)
    const address = await upload.run(chosen)
    if (address !== null) onChange(address)
  }
  const problem = isLarge ? t('picture.tooLarge') : sentence(upload.error)
  return (
    <div className={styles.setting}>
      <span className={styles.settingName}>{label}</span>
      <div className={styles.picture}>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          accept="image/png,image/jpeg,image/webp"
          onChange={(event) => void choose(event)}
        />
        {preview !== null && <img className={styles.shot} src={preview} alt={label} />}
        <Button
          size="s"
          icon={<Icon name="upload" size={14} />}
          busy={upload.share !== null && t('picture.busy')}
          aria-describedby={problem === undefined ? undefined : errorId}
          onClick={() => input.current?.click()}
        >
          {t(url === null ? 'picture.choose' : 'picture.another')}
        </Button>
        {url !== null && (
          <IconButton icon="bin" small label={t('picture.remove')} onClick={() => onChange(null)} />
        )}
        {upload.share !== null && <Progress share={upload.share} onStop={upload.stop} />}
      </div>
      {problem === undefined ? (
        <span className={styles.text}>{limits}</span>
      ) : (
        <FieldError id={errorId}>{problem}</FieldError>
      )}
    </div>
  )
}

function Progress({ share, onStop }: { share: number; onStop: () => void }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const percent = Math.floor(share * 100)
  return (
    <>
      <span
        role="progressbar"
        aria-label={t('picture.busy')}
        aria-valuenow={percent}
        aria-valuetext={`${figures.whole(percent)}%`}
        className={styles.progress}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
      <IconButton icon="close" small label={t('picture.stop')} onClick={onStop} />
    </>
  )
}
