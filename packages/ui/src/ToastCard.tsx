import { useEffect, useState } from 'react'
import { classNames } from './classNames.tsx'
import { EvidenceIcon } from './EvidenceIcon.tsx'
import { veilClass } from './GlassPanel.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { closeToast, type ToastEntry } from './Toast.tsx'
import styles from './ToastCard.module.css'
import { toastMark } from './toastMark.ts'

const durationMs = 6000

/** One toast. Its timer pauses while the pointer or the focus is on it. */
export function ToastCard({ entry, closeLabel }: { entry: ToastEntry; closeLabel: string }) {
  const [isPaused, setPaused] = useState(false)
  const { id, tone = 'done' } = entry
  const close = () => closeToast(id)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => closeToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [isPaused, id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      className={classNames(styles.toast, tone === 'danger' && styles.danger, veilClass())}
      role={tone === 'danger' ? 'alert' : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      {...{ [toastMark]: '' }}
    >
      <span className={styles.glyph}>
        {tone === 'evidence' ? (
          <EvidenceIcon size={14} />
        ) : (
          <Icon name={tone === 'danger' ? 'warning' : 'check'} size={14} />
        )}
      </span>
      <span>
        <b className={styles.title}>{entry.title}</b>
        {entry.text && (
          <>
            <br />
            <span className={styles.text}>{entry.text}</span>
          </>
        )}
      </span>
      <span className={styles.close}>
        <IconButton icon="close" label={closeLabel} small iconSize={12} onClick={close} />
      </span>
      {entry.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            entry.action?.onUse()
            close()
          }}
        >
          {entry.action.text}
        </button>
      )}
    </div>
  )
}
