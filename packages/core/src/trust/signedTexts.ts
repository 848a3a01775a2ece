/** Signed texts: lines `name=value` behind a first line that names kind and version (trust.md 1). */

/**
 * Joins the lines of a signed text.
 *
 * @throws RangeError a name or a value holds a line feed, or a name holds `=`
 * @example signedLines('glasshouse.key.v1', [['keyid', '1a8f706786d41630']])
 */
export const signedLines = (kind: string, lines: readonly (readonly [string, string])[]): string =>
  [
    kind,
    ...lines.map(([name, value]) => {
      if (/[\n=]/.test(name) || value.includes('\n')) throw new RangeError(`no line of a text: ${name}`)
      return `${name}=${value}`
    }),
  ].join('\n')

/** Names and values of a signed text in their order; null when it is of another kind or a line has no name. */
export const linesOf = (kind: string, text: string): readonly (readonly [string, string])[] | null => {
  const [first, ...lines] = text.split('\n')
  if (first !== kind) return null
  const found: [string, string][] = []
  for (const line of lines) {
    const at = line.indexOf('=')
    if (at < 1) return null
    found.push([line.slice(0, at), line.slice(at + 1)])
  }
  return found
}

/** Values of a signed text by name; null when it is of another kind, or a name is missing or doubled. */
export const fieldsOf = (kind: string, text: string): ReadonlyMap<string, string> | null => {
  const lines = linesOf(kind, text)
  if (lines === null) return null
  const fields = new Map(lines)
  return fields.size === lines.length ? fields : null
}
