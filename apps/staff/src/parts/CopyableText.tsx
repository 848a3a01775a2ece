import { Icon } from '@glasshouse/ui/Icon'
import { showToast } from '@glasshouse/ui/Toast'
import { shortHash } from '../formatters.ts'
import styles from './CopyableText.module.css'

/** Hash or address, shortened or in full. A press copies it. */
export function CopyableText({
  text,
  what,
  whole = false,
}: {
  text: string
  what: string
  /** Displays the full text, for values that may have to be typed. */
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
