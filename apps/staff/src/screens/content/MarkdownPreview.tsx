import styles from './Content.module.css'
import { blocksOf, type Span } from './marked.ts'

/** Renders paragraphs, lists, bold text and links as visitors see them. */
export function MarkdownPreview({ text }: { text: string }) {
  return (
    <div className={styles.marked}>
      {blocksOf(text).map((block, index) =>
        block.kind === 'list' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is identified by its position
          <ul key={index}>
            {block.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
              <li key={at}>
                <Spans spans={line} />
              </li>
            ))}
          </ul>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is identified by its position
          <p key={index}>
            {block.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
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
  return spans.map((span, index) => {
    const key = `${index} ${span.text}`
    if (span.kind === 'bold') return <b key={key}>{span.text}</b>
    if (span.kind !== 'link') return <span key={key}>{span.text}</span>
    return (
      <a key={key} href={span.to} target="_blank" rel="noreferrer noopener">
        {span.text}
      </a>
    )
  })
}
