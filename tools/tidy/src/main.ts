import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { rules } from './rules/index.ts'
import { withSettingsTable } from './settingsTable.ts'
import { readTree } from './tree.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Writes into the README what is told by the settings schema. */
const write = (): void => {
  const path = join(root, 'README.md')
  const readme = withSettingsTable(readFileSync(path, 'utf8'))
  if (readme === null) throw new Error('README.md has no marks for the table of settings')
  writeFileSync(path, readme)
}

if (argv.includes('--write')) write()
const tree = readTree(root)
const findings = rules.flatMap((rule) => rule.check(tree).map((finding) => ({ ...finding, rule: rule.name })))
for (const { path, line, rule, sentence } of findings) console.log(`${path}:${line} ${rule} ${sentence}`)
console.log(
  findings.length === 0
    ? `Tidy: ${tree.files.length} files keep ${rules.length} rules.`
    : `Tidy: ${findings.length} findings in ${tree.files.length} files.`,
)
exit(findings.length === 0 ? 0 : 1)
