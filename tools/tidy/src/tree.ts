import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ImportLine, importsOf } from './imports.ts'
import { maskSource, type SourceViews } from './maskSource.ts'

/** One file of the repository. `code` and `imports` are computed on first use. */
export type SourceFile = {
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly readings: () => SourceViews
  readonly imports: () => readonly ImportLine[]
}

/** Files of a repository by path with forward slashes from its root. */
export type Tree = {
  readonly files: readonly SourceFile[]
  readonly find: (path: string) => SourceFile | undefined
}

const isCode = (path: string): boolean => /\.(?:ts|tsx|mjs|js)$/.test(path)
const isText = (path: string): boolean =>
  /\.(?:ts|tsx|mjs|js|json|css|html|sql|md|txt|svg|yml|yaml|toml|sh)$/.test(path) ||
  !/[^/]\.[a-z0-9]+$/i.test(path)

const countLines = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

const sourceFile = (path: string, text: string): SourceFile => {
  let readings: SourceViews | null = null
  let imports: readonly ImportLine[] | null = null
  const read = () => {
    readings ??= isCode(path) ? maskSource(text) : { code: text, spoken: text }
    return readings
  }
  return {
    path,
    text,
    lines: countLines(text),
    readings: read,
    imports: () => {
      imports ??= isCode(path) ? importsOf(read()) : []
      return imports
    },
  }
}

/** Creates a tree from texts by path, for tests. */
export const treeOf = (texts: Readonly<Record<string, string>>): Tree => {
  const byPath = new Map(
    Object.entries(texts)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, text]) => [path, sourceFile(path, text)] as const),
  )
  return { files: [...byPath.values()], find: (path) => byPath.get(path) }
}

/** Reads tracked files and new, not ignored files below a repository's root. */
export const readTree = (root: string): Tree => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const paths = [...new Set(listed.split('\0'))].filter(
    (path) => path !== '' && isText(path) && existsSync(join(root, path)),
  )
  return treeOf(Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
}

/** Line (from 1) of a position in a text. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** Tests, and files beside them used only by them (`x.fixture.ts`). */
export const isTest = (path: string): boolean => /\.(?:test|fixture)\.tsx?$/.test(path)
export { isCode }
