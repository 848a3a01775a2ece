import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { classNames } from './classNames.tsx'
import { EvidenceIcon } from './EvidenceIcon.tsx'
import { veilClass } from './GlassPanel.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Toast.module.css'

export type ToastContent = {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly tone?: 'done' | 'evidence' | 'danger'
  readonly action?: { readonly text: string; readonly onUse: () => void }
}
type Entry = ToastContent & { readonly id: number }

const staysMs = 6000
const atMost = 4
let entries: readonly Entry[] = []
let lastId = 0
const readers = new Set<() => void>()

const publish = (next: readonly Entry[]) => {
  entries = next
  for (const tell of readers) tell()
}

/** Shows a toast; returns how to take it away before its time. */
export const showToast = (content: ToastContent): (() => void) => {
  lastId += 1
  const id = lastId
  publish([...entries, { ...content, id }].slice(-atMost))
  return () => publish(entries.filter((entry) => entry.id !== id))
}

const subscribe = (tell: () => void) => {
  readers.add(tell)
  return () => {
    readers.delete(tell)
  }
}

/** The place where toasts appear; one per page. */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useSyncExternalStore(subscribe, () => entries)
  return (
    <section aria-label={label} className={styles.stack} aria-live="polite">
      {shown.map((entry) => (
        <Toast key={entry.id} entry={entry} closeLabel={closeLabel} />
      ))}
    </section>
  )
}

/** One toast; it waits while somebody points at it or reads it with the keyboard. */
function Toast({ entry, closeLabel }: { entry: Entry; closeLabel: string }) {
  const [held, setHeld] = useState(false)
  const { id, tone = 'done' } = entry
  const close = () => publish(entries.filter((other) => other.id !== id))
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => publish(entries.filter((other) => other.id !== id)), staysMs)
    return () => clearTimeout(timer)
  }, [held, id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only holds the toast
    <div
      className={classNames(styles.toast, tone === 'danger' && styles.danger, veilClass())}
      role={tone === 'danger' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
