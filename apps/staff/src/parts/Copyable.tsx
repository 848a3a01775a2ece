import { Icon } from '@glasshouse/ui/Icon'
import { showToast } from '@glasshouse/ui/Toast'
import { shortHash } from '../figures.ts'
import styles from './Copyable.module.css'

/** A hash or an address: its ends in sight, the whole on a tip and copied by a press. */
export function Copyable({ text, what }: { text: string; what: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ title: `${what} copied` }),
      () => showToast({ tone: 'danger', title: 'The browser does not allow copying', text }),
    )
  return (
    <button type="button" className={styles.copy} title={text} onClick={copy}>
      <span className="sr-only">Copy {what}</span>
      {shortHash(text)}
      <Icon name="copy" size={12} />
    </button>
  )
}
