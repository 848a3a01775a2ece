import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, useRef, useState } from 'react'
import { classNames } from './classNames.tsx'
import styles from './Dialog.module.css'
import { veilClass } from './GlassPanel.tsx'
import { IconButton } from './IconButton.tsx'
import { toastMark } from './toastMark.ts'

/** The focused element and its focusable ancestors. */
const focusPath = (): readonly HTMLElement[] => {
  const path: HTMLElement[] = []
  for (
    let at = document.activeElement;
    at instanceof HTMLElement && at !== document.body;
    at = at.parentElement
  )
    if (path.length === 0 || at.hasAttribute('tabindex')) path.push(at)
  return path
}

/** The second press of the double click that opened a dialog must not close it. */
const doubleClickMs = 500

/**
 * Restores the focus on close to the element that had it, or to an ancestor if that element was removed.
 * The dialog is opened by a state of its owner, so the library has no trigger element to return to.
 */
function Content(props: Radix.DialogContentProps) {
  const [before] = useState(focusPath)
  const openedAt = useRef(0)
  return (
    <Radix.Content
      onOpenAutoFocus={(event) => {
        openedAt.current = event.timeStamp
      }}
      onPointerDownOutside={(event) => {
        const { timeStamp, target } = event.detail.originalEvent
        const isOnToast = target instanceof Element && target.closest(`[${toastMark}]`) !== null
        if (isOnToast || timeStamp - openedAt.current < doubleClickMs) event.preventDefault()
      }}
      onKeyDown={(event) => {
        // Ignore key repeat: the key that opened the dialog is still pressed and must not activate a button.
        if (event.repeat && event.key === 'Enter') event.preventDefault()
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        before.find((element) => element.isConnected)?.focus()
      }}
      {...props}
    />
  )
}

/**
 * Modal dialog: traps the focus, closes with Esc, scrim or close button, and restores the focus.
 * Load it lazily, because it imports the dialog library.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  size = 'm',
  foot,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  closeLabel: string
  /** `sheet` is placed at the bottom edge, for small screens. */
  size?: 'm' | 'wide' | 'sheet'
  /** Buttons; the one that performs the action is last. */
  foot?: ReactNode
  children?: ReactNode
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <div className={styles.place}>
          <Content
            className={classNames(styles.dialog, size !== 'm' && styles[size], veilClass())}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <div className={styles.head}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton icon="close" label={closeLabel} small />
              </Radix.Close>
            </div>
            {description && (
              <Radix.Description className={styles.description}>{description}</Radix.Description>
            )}
            {children}
            {foot && <div className={styles.foot}>{foot}</div>}
          </Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
