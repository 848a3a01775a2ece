import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './Prose.module.css'
import { blocksOf, type Run } from './prose.ts'

/** Text of the operator as paragraphs, lists, bold text and links. HTML in it is escaped. */
export function Prose({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <div className={className === undefined ? styles.prose : `${styles.prose} ${className}`}>
      {blocksOf(text).map((block, index) =>
        block.kind === 'paragraph' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is identified by its position
          <p key={index}>
            <Runs runs={block.runs} />
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is identified by its position
          <ul key={index}>
            {block.items.map((runs, item) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its position
              <li key={item}>
                <Runs runs={runs} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return runs.map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a run is identified by its position
    <Fragment key={index}>
      {run.link !== undefined ? <Way to={run.link}>{run.text}</Way> : run.bold ? <b>{run.text}</b> : run.text}
    </Fragment>
  ))
}

/** Link in operator text: internal links open here, external ones in a new window. */
export function Way({
  to,
  className,
  children,
}: {
  to: string
  className?: string | undefined
  children: ReactNode
}) {
  // The phone site is a separate page, so it is loaded and not routed to.
  if (/^\/m(?:[/?#]|$)/.test(to))
    return (
      <a href={to} className={className}>
        {children}
      </a>
    )
  return to.startsWith('/') ? (
    <Link href={to} className={className}>
      {children}
    </Link>
  ) : (
    <a href={to} className={className} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
