import styles from './PracticeBadge.module.css'

/** The violet mark that says nothing here is real; violet belongs to it alone. */
export function PracticeBadge({ text, explanation }: { text: string; explanation: string }) {
  return (
    <span className={styles.badge} title={explanation}>
      {text}
    </span>
  )
}
