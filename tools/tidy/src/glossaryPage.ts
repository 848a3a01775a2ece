/** Source of the glossary: sections in order, each with its words. */
export const glossarySource = 'docs/glossary.json'
/** The page that is generated from it. */
export const glossaryPath = 'docs/glossary.md'

/** One row of the glossary. A row that names two related words separates them by a comma. */
export type GlossaryEntry = {
  readonly word: string
  readonly meaning: string
  /** The spelling on the wire, in Markdown. Absent where the wire has no name for it. */
  readonly wire?: string
}

export type GlossarySection = { readonly heading: string; readonly entries: readonly GlossaryEntry[] }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEntry = (value: unknown): value is GlossaryEntry =>
  isRecord(value) &&
  typeof value['word'] === 'string' &&
  typeof value['meaning'] === 'string' &&
  ['string', 'undefined'].includes(typeof value['wire'])

const isSection = (value: unknown): value is GlossarySection =>
  isRecord(value) &&
  typeof value['heading'] === 'string' &&
  Array.isArray(value['entries']) &&
  value['entries'].every(isEntry)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the sections of `docs/glossary.json`, or null when the text does not have their form. */
export const parseGlossary = (text: string): readonly GlossarySection[] | null => {
  const value = parsed(text)
  return Array.isArray(value) && value.every(isSection) ? value : null
}

/** Returns the words that occur in more than one row, in lower case. */
export const duplicateWords = (sections: readonly GlossarySection[]): readonly string[] => {
  const words = sections
    .flatMap(({ entries }) => entries)
    .flatMap(({ word }) => word.split(','))
    .map((word) => word.trim().toLowerCase())
  return [...new Set(words.filter((word, index) => words.indexOf(word) !== index))]
}

const row = ({ word, meaning, wire }: GlossaryEntry): string =>
  `| ${word} | ${meaning} |${wire === undefined ? '' : ` ${wire}`} |`

const sectionText = ({ heading, entries }: GlossarySection): string =>
  [`## ${heading}`, '', '| word | meaning | on the wire |', '|---|---|---|', ...entries.map(row), ''].join(
    '\n',
  )

/** Returns the text of `docs/glossary.md`. */
export const glossaryPage = (sections: readonly GlossarySection[]): string =>
  [
    '# Glossary',
    '',
    '<!-- Generated from docs/glossary.json by npm run tidy -- --write. Edit the source. -->',
    '',
    'One word per concept, in code, tables and documents. The last column is the spelling on the wire where it differs.',
    '',
    sections.map(sectionText).join('\n'),
  ].join('\n')
