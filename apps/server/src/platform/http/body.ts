import { refuse } from '@glasshouse/core/refusals/registry'

/** The fields of a request before anything is known about them. */
export type RawFields = ReadonlyMap<string, string | number | boolean>

/** Bodies beyond this many bytes are answered with 413. */
export const bodyLimit = 256 * 1024
const fieldLimit = 100

/** Names that would reach into an object's machinery; no call has such a field. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

const malformed = (field: string) => refuse('fieldMalformed', { field })

const decode = (raw: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    throw malformed('body')
  }
}

const add = (fields: Map<string, string | number | boolean>, name: string, value: unknown): void => {
  if (fields.has(name) || forbidden.has(name) || fields.size >= fieldLimit) throw malformed(name)
  const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  // PostgreSQL cannot keep a NUL in a text, and no field needs one.
  if (!plain || (typeof value === 'string' && value.includes('\u0000'))) throw malformed(name)
  fields.set(name, value)
}

const readForm = (text: string): RawFields => {
  const fields = new Map<string, string | number | boolean>()
  for (const [name, value] of new URLSearchParams(text)) add(fields, name, value)
  return fields
}

const parseObject = (text: string): object => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Not JSON: refused below like everything else that is not an object.
  }
  throw malformed('body')
}

/** In a flat object every text followed by a colon is a name; `JSON.parse` hides a repeated one. */
const namesIn = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter((found) => found[1] !== undefined).length

const readJson = (text: string): RawFields => {
  const fields = new Map<string, string | number | boolean>()
  const value = parseObject(text)
  for (const [name, field] of Object.entries(value)) {
    if (field === null) fields.delete(name)
    else add(fields, name, field)
  }
  if (namesIn(text) !== Object.keys(value).length) throw malformed('body')
  return fields
}

/**
 * Reads a form or a flat JSON object of the same names; null in JSON means absent. Refuses 1001 for a
 * repeated field, a nested value, a NUL and anything that is not UTF-8, naming the field.
 */
export const readFields = (contentType: string, raw: Buffer): RawFields => {
  if (raw.length === 0) return new Map()
  const text = decode(raw)
  return contentType.startsWith('application/json') ? readJson(text) : readForm(text)
}
