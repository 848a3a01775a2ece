import styles from './Content.module.css'
import { blocksOf, type Span } from './marked.ts'

/** A text with its paragraphs, lists, bold words and links, as a visitor will see it. */
export function MarkdownPreview({ text }: { text: string }) {
  return (
    <div className={styles.marked}>
      {blocksOf(text).map((block, place) =>
        block.kind === 'list' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is what it is known by
          <ul key={place}>
            {block.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: so is a line's
              <li key={at}>
                <Spans spans={line} />
              </li>
            ))}
          </ul>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is what it is known by
          <p key={place}>
            {block.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: so is a line's
              <span key={at}>
                {at > 0 && <br />}
                <Spans spans={line} />
              </span>
            ))}
          </p>
        ),
      )}
    </div>
  )
}

function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map((span, place) => {
    const key = `${place} ${span.text}`
    if (span.kind === 'bold') return <b key={key}>{span.text}</b>
    if (span.kind !== 'link') return <span key={key}>{span.text}</span>
    return (
      <a key={key} href={span.to} target="_blank" rel="noreferrer noopener">
        {span.text}
      </a>
    )
  })
}
