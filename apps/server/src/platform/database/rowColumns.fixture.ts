import type { CompiledQuery } from 'kysely'
import type { Tx } from './connection.ts'

/**
 * Reads the text of a PostgreSQL array of one dimension by the grammar of its documentation, sharing nothing with what writes
 * it: elements are separated by commas, quoted ones hide any character behind a backslash, an unquoted NULL is none.
 */
const readPgArray = (text: string): readonly (string | null)[] => {
  if (!text.startsWith('{') || !text.endsWith('}')) throw new SyntaxError(`no array: ${text}`)
  const found: (string | null)[] = []
  let at = 1
  while (at < text.length - 1) {
    let value = ''
    const isQuoted = text[at] === '"'
    if (isQuoted) {
      for (at += 1; text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1
        if (at >= text.length - 1) throw new SyntaxError(`an open quote: ${text}`)
        value += text[at]
      }
      at += 1
    } else for (; text[at] !== ',' && at < text.length - 1; at += 1) value += text[at]
    found.push(!isQuoted && value === 'NULL' ? null : value)
    if (text[at] !== ',' && at !== text.length - 1) throw new SyntaxError(`no comma at ${at}: ${text}`)
    at += 1
  }
  return found
}

/** Rows that columns of a statement tell, by the names of the columns. */
export const readRows = (
  names: readonly string[],
  texts: readonly string[],
): readonly Readonly<Record<string, string | null>>[] => {
  const columns = texts.map(readPgArray)
  const [first] = columns
  if (first === undefined || columns.length !== names.length) throw new SyntaxError('no column for each name')
  return first.map((_, row) =>
    Object.fromEntries(
      names.map((name, at) => {
        const value = columns[at]?.[row]
        if (value === undefined || columns[at]?.length !== first.length)
          throw new SyntaxError(`${name} has another length`)
        return [name, value]
      }),
    ),
  )
}

/** A statement as the database would be sent it. */
export type SentStatement = { readonly text: string; readonly parameters: readonly unknown[] }

/** Runs stores on a transaction that only notes their statements. */
export const sentStatements = async (
  run: (tx: Tx) => Promise<unknown>,
): Promise<readonly SentStatement[]> => {
  const sent: SentStatement[] = []
  const executeQuery = async ({ sql, parameters }: CompiledQuery) => {
    sent.push({ text: sql, parameters })
    return { rows: [] }
  }
  await run({ executeQuery } as unknown as Tx)
  return sent
}

/** The rows that each `unnest` of a statement is given, by its column names or those of the `insert` before it. */
export const unnestedRows = ({ text, parameters }: SentStatement) =>
  [...text.matchAll(/unnest\(([^)]*)\)(?:\s+with ordinality)?(?:\s+as \w+ \(([^)]*)\))?/g)].map((match) => {
    const inserted = [...text.slice(0, match.index).matchAll(/insert into \w+ \(([^)]*)\)/g)].at(-1)?.[1]
    const names = (match[2] ?? inserted ?? '').split(', ').filter((name) => name !== 'line')
    const places = [...(match[1] ?? '').matchAll(/\$(\d+)/g)].map((place) => Number(place[1]))
    return readRows(
      names,
      places.map((place) => String(parameters[place - 1])),
    )
  })
