/**
 * Two views of a source text, both with the length and line breaks of the text, so that positions are equal. `code` has
 * comments and the contents of strings blanked out; `spoken` has only comments blanked out.
 */
export type SourceViews = { readonly code: string; readonly spoken: string }

const wordBeforeRegex = /(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$/

/** A slash starts a regular expression where a value may start. */
const startsRegex = (text: string, at: number): boolean => {
  const next = text[at + 1]
  if (next === '>' || next === '/' || next === '*') return false
  const before = text.slice(Math.max(0, at - 40), at).trimEnd()
  const last = before.at(-1)
  if (last === undefined) return true
  if (last === '<') return false
  return '(,=:[!&|?{};+-*%>~^'.includes(last) || wordBeforeRegex.test(before)
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

const endOfBlock = (text: string, from: number): number => {
  const end = text.indexOf('*/', from + 2)
  return end < 0 ? text.length : end + 2
}

/** Position after the closing quote; an apostrophe in JSX text ends with its line. */
const endOfString = (text: string, from: number): number => {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === quote) return at + 1
    else if (text[at] === '\n') return at
  }
  return text.length
}

const endOfRegex = (text: string, from: number): number => {
  let inClass = false
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '\n') return from + 1
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) return at + 1
  }
  return from + 1
}

/** End of a template's text: after its closing backtick, or at the `${` of an expression. */
const endOfTemplateText = (text: string, from: number): { end: number; opensExpression: boolean } => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '`') return { end: at + 1, opensExpression: false }
    else if (text[at] === '$' && text[at + 1] === '{') return { end: at, opensExpression: true }
  }
  return { end: text.length, opensExpression: false }
}

/** Blanked range from `from`, inclusive, to `to`, exclusive; scanning continues at `next`. */
type Span = {
  readonly from: number
  readonly to: number
  readonly next: number
  readonly kind: 'comment' | 'string'
}

const comment = (from: number, to: number): Span => ({ from, to, next: to, kind: 'comment' })

/** The quotes of a string are kept, so that its position remains visible. */
const quoted = (from: number, next: number): Span => ({
  from: from + 1,
  to: Math.max(from + 1, next - 1),
  next: Math.max(next, from + 1),
  kind: 'string',
})

const simpleSpan = (text: string, at: number): Span | null => {
  const char = text[at]
  if (char === '/' && text[at + 1] === '/') return comment(at, endOfLine(text, at))
  if (char === '/' && text[at + 1] === '*') return comment(at, endOfBlock(text, at))
  if (char === "'" || char === '"') return quoted(at, endOfString(text, at))
  if (char === '/' && startsRegex(text, at)) return quoted(at, endOfRegex(text, at))
  return null
}

/** Comments, strings, regular expressions and template texts in order. */
const spansOf = (text: string): readonly Span[] => {
  const spans: Span[] = []
  // One number per open template: the open braces in its current expression.
  const templates: number[] = []
  const template = (start: number): number => {
    const { end, opensExpression } = endOfTemplateText(text, start)
    const next = opensExpression ? end + 2 : end
    spans.push({ from: start, to: opensExpression ? end : Math.max(start, end - 1), next, kind: 'string' })
    if (opensExpression) templates.push(0)
    return next
  }
  let at = 0
  while (at < text.length) {
    const span = simpleSpan(text, at)
    if (span !== null) {
      spans.push(span)
      at = span.next
      continue
    }
    const char = text[at]
    const open = templates.at(-1)
    const closesExpression = char === '}' && open === 0
    if (closesExpression) templates.pop()
    if (char === '`' || closesExpression) {
      at = template(at + 1)
      continue
    }
    if (open !== undefined && char === '{') templates[templates.length - 1] = open + 1
    if (open !== undefined && char === '}') templates[templates.length - 1] = open - 1
    at += 1
  }
  return spans
}

const blanked = (text: string, spans: readonly Span[]): string => {
  let result = ''
  let at = 0
  for (const { from, to } of spans) {
    result += text.slice(at, from) + text.slice(from, to).replace(/[^\n]/g, ' ')
    at = to
  }
  return result + text.slice(at)
}

/**
 * Masks a TypeScript or JavaScript text without a parser.
 *
 * @example maskSource("a('x') // b").code // "a(' ')     "
 */
export const maskSource = (text: string): SourceViews => {
  const spans = spansOf(text)
  return {
    code: blanked(text, spans),
    spoken: blanked(
      text,
      spans.filter(({ kind }) => kind === 'comment'),
    ),
  }
}
