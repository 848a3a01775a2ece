import pg from 'pg'

/** Texts of the statements that all connections of this process sent since it began. */
export type StatementRecord = {
  readonly texts: () => readonly string[]
  readonly end: () => void
}

/** Records statements until it is ended. */
export const recordStatements = (): StatementRecord => {
  const original = pg.Client.prototype.query
  const texts: string[] = []
  const set = (query: unknown): void => {
    Object.defineProperty(pg.Client.prototype, 'query', { value: query, configurable: true, writable: true })
  }
  set(function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    texts.push(typeof first === 'string' ? first : String((first as { text?: string }).text ?? ''))
    return Reflect.apply(original, this, given)
  })
  return { texts: () => texts, end: () => set(original) }
}
