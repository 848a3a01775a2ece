import type { Measurement, Row } from './row.ts'

const verdictOf = (found: Measurement | null): string => {
  if (found === null) return ''
  return found.held === null ? 'held so far' : found.held ? 'held' : 'MISSED'
}

/** One row as text. */
export const formatRow = ({ number, goal, aim }: Row, found: Measurement | null): string =>
  [
    `${String(number).padStart(2)}  ${goal}`,
    `    aim    ${aim}`,
    `    found  ${found === null ? 'not measured yet' : `${found.figures} · ${verdictOf(found)}`}`,
    ...(found?.remark === undefined ? [] : [`           ${found.remark}`]),
  ].join('\n')
