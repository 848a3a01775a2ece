import styles from './PracticeBadge.module.css'

/** Badge of practice mode. Violet is used for nothing else. */
export function PracticeBadge({ text, explanation }: { text: string; explanation: string }) {
  return (
    <span className={styles.badge} title={explanation}>
      {text}
    </span>
  )
}
