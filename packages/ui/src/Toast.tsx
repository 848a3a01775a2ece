import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import styles from './Toast.module.css'

export type ToastContent = {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly tone?: 'done' | 'evidence' | 'danger'
  readonly action?: { readonly text: string; readonly onUse: () => void }
}
export type ToastEntry = ToastContent & { readonly id: number }

const maxToasts = 4
let entries: readonly ToastEntry[] = []
let lastId = 0
const listeners = new Set<() => void>()

const publish = (next: readonly ToastEntry[]) => {
  entries = next
  for (const listener of listeners) listener()
}

/** Shows a toast. Returns a function that closes it. */
export const showToast = (content: ToastContent): (() => void) => {
  lastId += 1
  const id = lastId
  publish([...entries, { ...content, id }].slice(-maxToasts))
  return () => closeToast(id)
}

/** Closes a toast; one that is closed already stays so. */
export const closeToast = (id: number): void => publish(entries.filter((entry) => entry.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

type ToastProps = { readonly entry: ToastEntry; readonly closeLabel: string }

/** Shown where the file of toasts cannot be loaded, as without a connection. */
function PlainToast({ entry }: ToastProps) {
  return (
    <p role="alert">
      {entry.title} {entry.text}
    </p>
  )
}

const loadToast = (): Promise<{ default: ComponentType<ToastProps> }> =>
  import('./ToastCard.tsx').then(
    ({ ToastCard }) => ({ default: ToastCard }),
    () => ({ default: PlainToast }),
  )
const Toast = lazy(loadToast)

/** Toasts are loaded this long after the page, or with the first of them: nothing on a first screen needs them. */
const loadAfterMs = 5000

/** Container of all toasts; one per page. It is there before the first, so that screen readers announce it. */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  useEffect(() => {
    const timer = setTimeout(loadToast, loadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const visible = useSyncExternalStore(subscribe, () => entries)
  return (
    <section aria-label={label} className={styles.stack} aria-live="polite">
      <Suspense fallback={null}>
        {visible.map((entry) => (
          <Toast key={entry.id} entry={entry} closeLabel={closeLabel} />
        ))}
      </Suspense>
    </section>
  )
}
