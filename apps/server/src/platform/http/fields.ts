import { domainError } from '@glasshouse/core/errors/registry'
import type { CallSpec } from '@glasshouse/core/wire/call'
import type { z } from 'zod'
import type { RawBody } from './body.ts'

/** Fields that any form may contain; a call that declares one of them receives it. */
export const globalOptionalFields = ['lang', 'comenewtask', 'source', 'code']

/** Names of the fields of a call. */
export const fieldNames = (spec: CallSpec): ReadonlySet<string> =>
  'shape' in spec.request && typeof spec.request.shape === 'object'
    ? new Set(Object.keys(spec.request.shape ?? {}))
    : new Set()

const malformed = (field: string) => domainError('invalidField', { field })

const fieldOf = (issue: z.core.$ZodIssue): string =>
  String((issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0]) ?? 'body')

/**
 * Parses the fields of a call by its schema.
 *
 * A malformed password to verify is returned empty: the module rejects and counts it like any wrong one.
 *
 * @throws invalidField (1001) names the first invalid field
 */
export const parseFields = (spec: CallSpec, known: ReadonlySet<string>, body: RawBody): unknown => {
  if (body.unreadable !== null) throw malformed(body.unreadable)
  const checked = spec.checkedPasswords ?? []
  const isChecked = (name: string): boolean =>
    checked.includes(name) && (body.fields.has(name) || body.malformed.has(name))
  for (const name of body.malformed) if (!isChecked(name)) throw malformed(name)
  const given = [...body.fields].filter(([name]) => known.has(name) || !globalOptionalFields.includes(name))
  const empty = [...body.malformed].map((name): [string, string] => [name, ''])
  const parsed = spec.request.safeParse(Object.fromEntries([...given, ...empty]))
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map(fieldOf)
  const first = wrong.find((name) => !isChecked(name))
  if (first !== undefined) throw malformed(first)
  const emptied = wrong.map((name): [string, string] => [name, ''])
  return spec.request.parse(Object.fromEntries([...given, ...empty, ...emptied]))
}
