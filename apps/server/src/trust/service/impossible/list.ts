import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataOf } from '@glasshouse/core/calls'
import {
  impossibleActions,
  impossibleText,
  parseTestRecord,
  type TestRecord,
  testKey,
} from '@glasshouse/core/trust/impossible'
import type { Language } from '@glasshouse/core/wire/languages'
import { buildIdOf } from './buildId.ts'

type Rows = DataOf<'/api/trust/impossible'>

/** The repository, five folders up. */
const repository = join(import.meta.dirname, '..', '..', '..', '..', '..', '..')

const readRecord = async (root: string): Promise<TestRecord | null> =>
  readFile(join(root, 'test-record.json'), 'utf8').then(parseTestRecord, () => null)

/**
 * Lists what no one can do, with the id of these sources and, where `npm test` passed whole with exactly these sources, the
 * time at which the named test passed; null otherwise. Sources and record are read once.
 */
export const createImpossibleList = (root: string = repository): ((language: Language) => Promise<Rows>) => {
  let known: Promise<{ readonly build: string; readonly passed: TestRecord['passed'] }> | null = null
  const read = async () => {
    const [build, record] = await Promise.all([buildIdOf(root), readRecord(root)])
    return { build, passed: record?.build === build ? record.passed : {} }
  }
  return async (language) => {
    known ??= read()
    const { build, passed } = await known.catch((error: unknown) => {
      known = null
      throw error
    })
    return impossibleActions.map(({ id, who, test }) => ({
      id,
      who,
      ...impossibleText(id, language),
      test: test.name,
      file: test.file,
      build,
      lastRun: passed[testKey(test)] ?? null,
    }))
  }
}
