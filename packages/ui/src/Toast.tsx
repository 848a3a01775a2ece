import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { classNames } from './classNames.tsx'
import { EvidenceIcon } from './EvidenceIcon.tsx'
import { veilClass } from './GlassPanel.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Toast.module.css'
import { toastMark } from './toastMark.ts'

export type ToastContent = {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly tone?: 'done' | 'evidence' | 'danger'
  readonly action?: { readonly text: string; readonly onUse: () => void }
}
type Entry = ToastContent & { readonly id: number }

const durationMs = 6000
const maxToasts = 4
let entries: readonly Entry[] = []
let lastId = 0
const listeners = new Set<() => void>()

const publish = (next: readonly Entry[]) => {
  entries = next
  for (const listener of listeners) listener()
}

/** Shows a toast. Returns a function that closes it. */
export const showToast = (content: ToastContent): (() => void) => {
  lastId += 1
  const id = lastId
  publish([...entries, { ...content, id }].slice(-maxToasts))
  return () => publish(entries.filter((entry) => entry.id !== id))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Container of all toasts; one per page. */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  const visible = useSyncExternalStore(subscribe, () => entries)
  return (
    <section aria-label={label} className={styles.stack} aria-live="polite">
      {visible.map((entry) => (
        <Toast key={entry.id} entry={entry} closeLabel={closeLabel} />
      ))}
    </section>
  )
}

/** One toast. Its timer pauses while the pointer or the focus is on it. */
function Toast({ entry, closeLabel }: { entry: Entry; closeLabel: string }) {
  const [isPaused, setPaused] = useState(false)
  const { id, tone = 'done' } = entry
  const close = () => publish(entries.filter((other) => other.id !== id))
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => publish(entries.filter((other) => other.id !== id)), durationMs)
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
