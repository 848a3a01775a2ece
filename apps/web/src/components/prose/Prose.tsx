import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { leadsOn } from '../../paths.ts'
import styles from './Prose.module.css'
import { blocksOf, type Run } from './prose.ts'

/** What an operator wrote, as paragraphs, lists, bold words and links. Never as markup: the page escapes it. */
export function Prose({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <div className={className === undefined ? styles.prose : `${styles.prose} ${className}`}>
      {blocksOf(text).map((block, place) =>
        block.kind === 'paragraph' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is what it is known by
          <p key={place}>
            <Runs runs={block.runs} />
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is what it is known by
          <ul key={place}>
            {block.items.map((runs, item) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: so is an item's
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
  return runs.map((run, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a run's place is what it is known by
    <Fragment key={place}>
      {run.link !== undefined ? <Way to={run.link}>{run.text}</Way> : run.bold ? <b>{run.text}</b> : run.text}
    </Fragment>
  ))
}

/** A link staff wrote: within this site it opens here, elsewhere in a window of its own; to what does not exist, none. */
export function Way({
  to,
  className,
  children,
}: {
  to: string
  className?: string | undefined
  children: ReactNode
}) {
  if (!leadsOn(to)) return <span className={className}>{children}</span>
  // The phone site is a page of its own: it begins before the first paint, so it is loaded, not turned to.
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
