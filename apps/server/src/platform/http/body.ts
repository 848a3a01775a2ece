/** Fields of a request before validation. */
type RawFields = ReadonlyMap<string, string | number | boolean>

/** Parsed body. Nothing is rejected before the caller is authenticated. */
export type RawBody = {
  readonly fields: RawFields
  /** Fields with a value that no field can have: nested, or a text with a NUL. */
  readonly malformed: ReadonlySet<string>
  /** Reason why the complete body is unreadable: a field's name, or `body`. */
  readonly unreadable: string | null
}

/** Larger bodies, in bytes, get 413. */
export const bodyLimit = 256 * 1024
const fieldLimit = 100

/** Names that would reach an object's prototype; no call has such a field. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/** Thrown and caught in this file: this field makes the body unreadable. */
class Unreadable extends Error {
  readonly field: string
  constructor(field: string) {
    super(`a body cannot be read: ${field}`)
    this.field = field
  }
}

type Reading = { readonly fields: Map<string, string | number | boolean>; readonly malformed: Set<string> }

const decode = (raw: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    throw new Unreadable('body')
  }
}

const add = ({ fields, malformed }: Reading, name: string, value: unknown): void => {
  const isRepeated = fields.has(name) || malformed.has(name)
  if (isRepeated || forbidden.has(name) || fields.size + malformed.size >= fieldLimit)
    throw new Unreadable(name)
  const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  // PostgreSQL cannot store a NUL in a text, and no field needs one.
  if (!plain || (typeof value === 'string' && value.includes('\u0000'))) malformed.add(name)
  else fields.set(name, value)
}

const readForm = (reading: Reading, text: string): void => {
  for (const [name, value] of new URLSearchParams(text)) add(reading, name, value)
}

const parseObject = (text: string): object => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Not JSON: rejected below like every other value that is not an object.
  }
  throw new Unreadable('body')
}

/** In JSON every text followed by a colon is a name; `JSON.parse` hides a duplicate one. */
const namesIn = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter((found) => found[1] !== undefined).length

/** Number of remaining names at any depth. */
const namesOf = (value: object): number => {
  let names = 0
  const open: unknown[] = [value]
  for (const one of open) {
    if (typeof one !== 'object' || one === null) continue
    const inside: readonly unknown[] = Object.values(one)
    if (!Array.isArray(one)) names += inside.length
    for (const each of inside) open.push(each)
  }
  return names
}

const readJson = (reading: Reading, text: string): void => {
  const value = parseObject(text)
  for (const [name, field] of Object.entries(value)) if (field !== null) add(reading, name, field)
  if (namesIn(text) !== namesOf(value)) throw new Unreadable('body')
}

/**
 * Parses a form or a flat JSON object with the same names; null in JSON means absent.
 *
 * Issues (a duplicate field, a nested value, a NUL, invalid UTF-8) are returned, not thrown: `parseFields` rejects them
 * once the caller is known to be permitted.
 */
export const readBody = (contentType: string, raw: Buffer): RawBody => {
  const reading: Reading = { fields: new Map(), malformed: new Set() }
  if (raw.length === 0) return { ...reading, unreadable: null }
  try {
    const text = decode(raw)
    if (contentType.startsWith('application/json')) readJson(reading, text)
    else readForm(reading, text)
    return { ...reading, unreadable: null }
  } catch (error) {
    if (error instanceof Unreadable) return { ...reading, unreadable: error.field }
    throw error
  }
}
