import { Icon } from '@glasshouse/ui/Icon'
import { showToast } from '@glasshouse/ui/Toast'
import { shortHash } from '../formatters.ts'
import styles from './CopyableText.module.css'

/** A hash or an address: its ends in sight (or the whole of it), copied by a press. */
export function CopyableText({
  text,
  what,
  whole = false,
}: {
  text: string
  what: string
  /** Shown in full: somebody may have to type it. */
  whole?: boolean
}) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ title: `${what} copied` }),
      () => showToast({ tone: 'danger', title: 'Couldn’t copy', text }),
    )
  return (
    <button type="button" className={styles.copy} title={text} onClick={copy}>
      <span className="sr-only">Copy {what}</span>
      <span className={whole ? styles.whole : undefined}>{whole ? text : shortHash(text)}</span>
      <Icon name="copy" size={12} />
    </button>
  )
}
