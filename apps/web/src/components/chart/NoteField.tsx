import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './ChartPane.module.css'
import type { NoteEdit } from './drawingLayer.ts'
import { noteLength } from './drawings.ts'

/** Where the words of a note are written: Enter keeps them, Esc leaves them. */
export default function NoteField({ writing, onClose }: { writing: NoteEdit; onClose: () => void }) {
  const { t } = useTranslation('chart')
  const [text, setText] = useState(writing.text)
  const close = (kept: string | null): void => {
    writing.done(kept)
    onClose()
  }
  const said = text.trim()
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') close(said === '' ? null : said)
    if (key === 'Escape') close(null)
  }
  return (
    <input
      className={styles.writing}
      style={{ left: writing.x, top: writing.y }}
      // biome-ignore lint/a11y/noAutofocus: it appears because a note was just placed
      autoFocus
      aria-label={t('draw.write')}
      placeholder={t('draw.write')}
      maxLength={noteLength}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => close(said === '' ? null : said)}
    />
  )
}
