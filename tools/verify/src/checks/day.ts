import { parseDay } from '@glasshouse/core/trust/heads'
import type { CheckReport } from '../difference.ts'
import type { ExportBundle } from '../read.ts'
import { signatureProblems } from '../signatures.ts'

/** Verifies downloaded day files: the text that names them is signed, and every file it names is there with its hash. */
export const verifyDay = ({ day, keys }: ExportBundle): CheckReport => {
  if (day === null) return { name: 'day files', counts: {}, differences: [], remarks: [] }
  const parsed = parseDay(day.signed.text)
  const files = parsed?.files ?? []
  return {
    name: 'day files',
    counts: { files: files.length },
    differences: [
      ...signatureProblems(day.signed, parsed, keys).map((what) => ({ where: 'day.json', what })),
      ...files.flatMap(({ name, hash }) => {
        const found = day.hashes[name]
        if (found === undefined) return [{ where: name, what: 'it is missing, and day.json names it' }]
        return found === hash ? [] : [{ where: name, what: 'it is not the file that day.json names' }]
      }),
    ],
    remarks: [],
  }
}
