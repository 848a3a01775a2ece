import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './ChartLayers.module.css'
import type { NoteEdit } from './drawingLayer.ts'
import { noteLength } from './drawings.ts'

/** Editor of a note: Enter saves, Esc cancels. */
export default function NoteField({ writing, onClose }: { writing: NoteEdit; onClose: () => void }) {
  const { t } = useTranslation('chartTools')
  const [text, setText] = useState(writing.text)
  const close = (result: string | null): void => {
    writing.done(result)
    onClose()
  }
  const trimmed = text.trim()
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') close(trimmed === '' ? null : trimmed)
    if (key === 'Escape') close(null)
  }
  return (
    <input
      className={styles.writing}
      style={{ left: writing.x, top: writing.y }}
      // biome-ignore lint/a11y/noAutofocus: the editor appears because a note was just placed
      autoFocus
      aria-label={t('draw.write')}
      placeholder={t('draw.write')}
      maxLength={noteLength}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => close(trimmed === '' ? null : trimmed)}
    />
  )
}
