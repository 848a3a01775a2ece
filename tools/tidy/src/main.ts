import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { subjectIssue } from './commitSubject.ts'
import { glossaryPage, glossaryPath, glossarySource, parseGlossary } from './glossaryPage.ts'
import { impossiblePath, withImpossibleTable } from './impossiblePage.ts'
import { rules } from './rules/index.ts'
import { withSettingsTable } from './settingsTable.ts'
import { readTree } from './tree.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Writes the glossary page from its source. */
const writeGlossary = (): void => {
  const sections = parseGlossary(readFileSync(join(root, glossarySource), 'utf8'))
  if (sections === null) throw new Error(`${glossarySource} does not have the form of a glossary`)
  writeFileSync(join(root, glossaryPath), glossaryPage(sections))
}

/** Writes the settings table of the README from the settings schema. */
const writeSettings = (): void => {
  const path = join(root, 'README.md')
  const readme = withSettingsTable(readFileSync(path, 'utf8'))
  if (readme === null) throw new Error('README.md has no markers for the settings table')
  writeFileSync(path, readme)
}

/** Writes the table of impossible actions from the list of them. */
const writeImpossible = (): void => {
  const path = join(root, impossiblePath)
  const page = withImpossibleTable(readFileSync(path, 'utf8'))
  if (page === null) throw new Error(`${impossiblePath} has no markers for its table`)
  writeFileSync(path, page)
}

/** `--message <file>`: checks the subject of a commit message and exits; for the hook `commit-msg`. */
const messageAt = argv.indexOf('--message') + 1
if (messageAt > 0) {
  const issue = subjectIssue(readFileSync(argv[messageAt] ?? '', 'utf8'))
  if (issue !== null) console.log(`Commit subject: ${issue}.`)
  exit(issue === null ? 0 : 1)
}

if (argv.includes('--write')) {
  writeSettings()
  writeGlossary()
  writeImpossible()
}
const tree = readTree(root)
const findings = rules.flatMap((rule) => rule.check(tree).map((finding) => ({ ...finding, rule: rule.name })))
for (const { path, line, rule, sentence } of findings) console.log(`${path}:${line} ${rule} ${sentence}`)
console.log(
  findings.length === 0
    ? `Tidy: ${tree.files.length} files pass ${rules.length} rules.`
    : `Tidy: ${findings.length} findings in ${tree.files.length} files.`,
)
exit(findings.length === 0 ? 0 : 1)
