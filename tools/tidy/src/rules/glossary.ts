import { duplicateWords, glossaryPage, glossaryPath, glossarySource, parseGlossary } from '../glossaryPage.ts'
import type { Finding, Rule } from '../rule.ts'

const at = (path: string, sentence: string): Finding => ({ path, line: 1, sentence })

/** The glossary page is generated from its source, and no word has two rows. */
export const glossary: Rule = {
  name: 'glossary',
  check: (tree) => {
    const source = tree.find(glossarySource)
    if (source === undefined) return [at(glossarySource, 'the source of the glossary is missing')]
    const sections = parseGlossary(source.text)
    if (sections === null)
      return [at(glossarySource, 'not a list of {heading, entries: [{word, meaning, wire?}]}')]
    const duplicates = duplicateWords(sections).map((word) =>
      at(glossarySource, `"${word}" has more than one row`),
    )
    const isCurrent = tree.find(glossaryPath)?.text === glossaryPage(sections)
    return isCurrent
      ? duplicates
      : [...duplicates, at(glossaryPath, 'differs from docs/glossary.json; run npm run tidy -- --write')]
  },
}
