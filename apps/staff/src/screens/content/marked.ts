import { isSafeLink } from '@glasshouse/core/content/records'

/** Part of a line: plain, bold, or a link. */
export type Span =
  | { readonly kind: 'plain' | 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }
export type Block =
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Span[])[] }
  | { readonly kind: 'list'; readonly lines: readonly (readonly Span[])[] }

const mark = /\*\*([^*\n]+)\*\*|\[([^\]\n]*)\]\(([^)\n]*)\)/g

const spansOf = (line: string): readonly Span[] => {
  const spans: Span[] = []
  let end = 0
  for (const match of line.matchAll(mark)) {
    const [matched, bold, text = '', to = ''] = match
    if (match.index > end) spans.push({ kind: 'plain', text: line.slice(end, match.index) })
    if (bold !== undefined) spans.push({ kind: 'bold', text: bold })
    else spans.push(isSafeLink(to) ? { kind: 'link', text, to } : { kind: 'plain', text: matched })
    end = match.index + matched.length
  }
  if (end < line.length) spans.push({ kind: 'plain', text: line.slice(end) })
  return spans
}

const isItem = (line: string): boolean => line.startsWith('- ')

/**
 * Parses the text of a record: paragraphs separated by empty lines, lists with -, **bold**, links. No other
 * syntax exists, so the text cannot contain HTML.
 */
export const blocksOf = (text: string): readonly Block[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
    .flatMap((lines): readonly Block[] => {
      const blocks: { kind: Block['kind']; lines: (readonly Span[])[] }[] = []
      for (const line of lines) {
        const kind = isItem(line) ? 'list' : 'paragraph'
        const spans = spansOf(isItem(line) ? line.slice(2) : line)
        const last = blocks.at(-1)
        if (last?.kind === kind) last.lines.push(spans)
        else blocks.push({ kind, lines: [spans] })
      }
      return blocks
    })
