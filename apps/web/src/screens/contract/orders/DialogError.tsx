import { Icon } from '@glasshouse/ui/Icon'
import type { CallError } from '../../../live/api.ts'
import { useSentence } from '../../../parts/useSentence.ts'
import styles from './CloseDialog.module.css'

/** Why the last press in a dialog was refused. */
export function DialogError({ error }: { error: CallError | null }) {
  const sentence = useSentence()
  return (
    error && (
      <p className={styles.error} role="alert">
        <Icon name="warning" size={14} />
        {sentence(error)}
      </p>
    )
  )
}
