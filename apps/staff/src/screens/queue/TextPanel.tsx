import type { ReviewField } from '@glasshouse/core/reviews/wire'
import { fieldName } from '../../words/reviewKinds.ts'
import styles from './Detail.module.css'
import { type Item, ownerText } from './item.ts'

/** What is decided by reading it, below the texts that it answers; always plain text, in the direction of its own script. */
export function TextPanel({ item, texts }: { item: Item; texts: readonly ReviewField[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls, so it must be reachable by keyboard
    <section className={styles.texts} aria-label={`Text of ${ownerText(item)}`} tabIndex={0}>
      {texts.map(({ name, value }) => (
        <div key={name} data-own={name === 'content' || name === 'text' || undefined}>
          <h3 className={styles.label}>
            {item.kind === 'appeal' && name === 'text' ? 'Their appeal' : fieldName(name)}
          </h3>
          <p dir="auto">{value}</p>
        </div>
      ))}
    </section>
  )
}
