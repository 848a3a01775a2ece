import { posix } from 'node:path'
import type { SourceViews } from './maskSource.ts'

/** One import of a file: static, dynamic or by `new URL(…, import.meta.url)`. */
export type ImportLine = {
  readonly target: string
  readonly line: number
  /** Only types are imported; erased at runtime. */
  readonly typeOnly: boolean
  /** Loaded on demand, not with the file. */
  readonly lazy: boolean
}

const staticImport = /\b(import|export)\b(\s+type\b)?(?:\s*[\w$*\s{},]*?\bfrom)?\s*(['"])([^'"\n]+)\3/g
const lazyImport = /\bimport\(\s*(['"])([^'"\n]+)\1/g
const urlImport = /\bnew URL\(\s*(['"])([^'"\n]+)\1\s*,\s*import\.meta\.url/g
const bracesOf = /\{([^}]*)\}/

const onlyTypes = (statement: string, keyword: string | undefined): boolean => {
  if (keyword !== undefined) return true
  const named = bracesOf.exec(statement)?.[1]
  if (named === undefined || /^\s*(?:import|export)\s+[\w$]+\s*,/.test(statement)) return false
  const names = named.split(',').filter((name) => name.trim() !== '')
  return names.length > 0 && names.every((name) => /^\s*type\s/.test(name))
}

/** Imports of a file in source order. */
export const importsOf = ({ code, spoken }: SourceViews): readonly ImportLine[] => {
  // Text inside a string is not an import: the same position must also match with strings blanked out.
  const isReal = (at: number, word: string) => code.startsWith(word, at)
  const lineOf = (at: number) => spoken.slice(0, at).split('\n').length
  const found: ImportLine[] = []
  for (const match of spoken.matchAll(staticImport)) {
    const [statement, word = '', type, , target = ''] = match
    if (!isReal(match.index, word)) continue
    const where = match.index + statement.length
    found.push({ target, line: lineOf(where), typeOnly: onlyTypes(statement, type), lazy: false })
  }
  for (const [pattern, word] of [
    [lazyImport, 'import('],
    [urlImport, 'new URL('],
  ] as const)
    for (const match of spoken.matchAll(pattern)) {
      if (!isReal(match.index, word)) continue
      found.push({ target: match[2] ?? '', line: lineOf(match.index), typeOnly: false, lazy: true })
    }
  return found
}

const workspaces: Readonly<Record<string, { readonly folder: string; readonly extension: string }>> = {
  '@glasshouse/core/': { folder: 'packages/core/src', extension: '.ts' },
  '@glasshouse/client/': { folder: 'packages/client/src', extension: '.ts' },
  '@glasshouse/testkit/': { folder: 'packages/testkit/src', extension: '.ts' },
  '@glasshouse/ui/': { folder: 'packages/ui/src', extension: '.tsx' },
}

/**
 * Repository path of an import, or null for an external package.
 *
 * @example resolveImport('apps/server/src/main.ts', './modules.ts') // 'apps/server/src/modules.ts'
 */
export const resolveImport = (from: string, target: string): string | null => {
  const bare = target.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), bare))
  for (const [prefix, { folder, extension }] of Object.entries(workspaces)) {
    if (!bare.startsWith(prefix)) continue
    const rest = bare.slice(prefix.length)
    return /\.(?:css|json|ts|tsx)$/.test(rest) ? `${folder}/${rest}` : `${folder}/${rest}${extension}`
  }
  return null
}
