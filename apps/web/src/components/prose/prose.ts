/** Part of a line: plain, bold, or a link. */
export type Run = { readonly text: string; readonly bold?: true; readonly link?: string }
export type Block =
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Run[])[] }

const marks = /\*\*([^*\n]+)\*\*|\[([^\]\n]*)\]\(([^)\n]*)\)/g

/** The server accepts only such links; for other links only their text is shown. */
const leads = (link: string): boolean => /^(?:\/(?![/\\])|https:\/\/)/i.test(link)

/**
 * Parses the marks in a line: `**bold**` and `[words](link)`. Everything else is text.
 *
 * @example runsOf('See **this**') // [{ text: 'See ' }, { text: 'this', bold: true }]
 */
export const runsOf = (line: string): readonly Run[] => {
  const runs: Run[] = []
  let from = 0
  for (const match of line.matchAll(marks)) {
    if (match.index > from) runs.push({ text: line.slice(from, match.index) })
    const [whole, bold, words = '', link = ''] = match
    if (bold !== undefined) runs.push({ text: bold, bold: true })
    else runs.push(leads(link) ? { text: words, link } : { text: words })
    from = match.index + whole.length
  }
  if (from < line.length) runs.push({ text: line.slice(from) })
  return runs
}

/** Parses operator text: paragraphs separated by blank lines, and lists of lines that begin with `-`. */
export const blocksOf = (text: string): readonly Block[] => {
  const blocks: Block[] = []
  let items: (readonly Run[])[] = []
  let lines: string[] = []
  const close = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', runs: runsOf(lines.join('\n')) })
    if (items.length > 0) blocks.push({ kind: 'list', items })
    lines = []
    items = []
  }
  for (const line of text.split(/\r?\n/)) {
    const item = /^\s*- (.+)$/.exec(line)?.[1]
    if (item !== undefined) {
      if (lines.length > 0) close()
      items.push(runsOf(item))
    } else if (line.trim() === '') close()
    else {
      if (items.length > 0) close()
      lines.push(line.trim())
    }
  }
  close()
  return blocks
}
