import type { Finding, Rule } from '../rule.ts'
import { isCode, isTest, lineAt, type SourceFile } from '../tree.ts'

const maxSourceLines = 400
const maxTestLines = 700
const maxFunctionLines = 70

const isCounted = (path: string): boolean => isCode(path) || /\.(?:css|sql|html)$/.test(path)

const fileProblem = ({ path, lines }: SourceFile): string | null => {
  if (!isCounted(path)) return null
  const most = isTest(path) ? maxTestLines : maxSourceLines
  return lines > most ? `${lines} lines; a file has at most ${most}: split it by subject` : null
}

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')' }

/** Position of the bracket that closes the one at `from`. */
const closingBracketOf = (code: string, from: number): number => {
  const open = code[from] ?? '{'
  const close = closing[open]
  let depth = 0
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === open) depth += 1
    else if (code[at] === close) {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return code.length - 1
}

const arrow = /=>\s*([{(])/g
const named = /\bfunction\b[^(]*\(/g
const method =
  /^[ \t]+(?:(?:static|async|override|get|set|private|public)\s+)*(?!if\b|for\b|while\b|switch\b|catch\b|return\b|function\b|await\b|do\b)[\w$#]+\([^()]*\)(?:\s*:[^{=;\n]+)?\s*\{/gm

type Range = { readonly from: number; readonly to: number }

/** Functions of a text, each from its first line to its closing bracket. */
export const functionsIn = (code: string): readonly Range[] => {
  const arrows = [...code.matchAll(arrow)].map((match) => {
    const body = match.index + match[0].length - 1
    return { from: match.index, to: closingBracketOf(code, body) }
  })
  const functions = [...code.matchAll(named)].map((match) => {
    const end = closingBracketOf(code, match.index + match[0].length - 1)
    let body = code.indexOf('{', end)
    // A return type in braces comes before the body.
    const afterFirst = body < 0 ? -1 : closingBracketOf(code, body) + 1
    if (body >= 0 && /^\s*\{/.test(code.slice(afterFirst))) body = code.indexOf('{', afterFirst)
    return { from: match.index, to: body < 0 ? end : closingBracketOf(code, body) }
  })
  const methods = [...code.matchAll(method)].map((match) => ({
    from: match.index,
    to: closingBracketOf(code, match.index + match[0].length - 1),
  }))
  return [...arrows, ...functions, ...methods]
}

/**
 * Lines of a function without those of functions inside it. A factory may contain many small functions; neither they
 * nor the code around them may be long.
 */
const ownLines = (code: string, { from, to }: Range, all: readonly Range[]): number => {
  const first = lineAt(code, from)
  const last = lineAt(code, to)
  const inner = new Set<number>()
  for (const other of all) {
    if (other.from <= from || other.to > to) continue
    for (let line = lineAt(code, other.from) + 1; line <= lineAt(code, other.to); line += 1) inner.add(line)
  }
  return last - first + 1 - inner.size
}

const longFunctions = (file: SourceFile): readonly Finding[] => {
  if (!isCode(file.path) || isTest(file.path)) return []
  const { code } = file.readings()
  const all = functionsIn(code)
  return all.flatMap((stretch) => {
    const lines = ownLines(code, stretch, all)
    const sentence = `this function has ${lines} lines without nested functions; at most ${maxFunctionLines}`
    return lines > maxFunctionLines ? [{ path: file.path, line: lineAt(code, stretch.from), sentence }] : []
  })
}

/** Files have at most 400 lines (tests 700) and functions at most 70, without nested functions. */
export const sizes: Rule = {
  name: 'size',
  check: (tree) =>
    tree.files.flatMap((file): readonly Finding[] => {
      const problem = fileProblem(file)
      return [
        ...(problem === null ? [] : [{ path: file.path, line: 1, sentence: problem }]),
        ...longFunctions(file),
      ]
    }),
}
