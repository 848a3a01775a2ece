import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { foundBy } from './planting.fixture.ts'
import { rules } from './rules/index.ts'
import { settingsTable, withSettingsTable } from './settingsTable.ts'
import { structurePlantings } from './structure.fixture.ts'
import { readTree } from './tree.ts'
import { writingPlantings } from './writing.fixture.ts'

const plantings = [...structurePlantings, ...writingPlantings]

it('has a fixture for every rule', () => {
  expect(plantings.map(({ rule }) => rule.name).sort()).toEqual(rules.map(({ name }) => name).sort())
})

describe.each(plantings.map((planting) => [planting.rule.name, planting] as const))('%s', (_, planting) => {
  const { rule, clean, broken } = planting
  it('finds nothing in a clean tree', () => {
    expect(rule.check({ files: [], find: () => undefined }).filter(({ line }) => line > 1)).toEqual([])
    expect(foundBy(rule, clean)).toEqual([])
  })
  it.each(broken)('finds: %s', (_what, planted, foundAt) => {
    expect(foundBy(rule, { ...clean, ...planted })).toContain(foundAt)
  })
})

it('reads tracked and new files, not ignored ones', () => {
  const root = mkdtempSync(join(tmpdir(), 'tidy-'))
  try {
    execFileSync('git', ['init', '-q'], { cwd: root })
    writeFileSync(join(root, '.gitignore'), 'dist.ts\n')
    writeFileSync(join(root, 'new.ts'), 'x\ny\n')
    writeFileSync(join(root, 'dist.ts'), 'x')
    const tree = readTree(root)
    expect(tree.files.map(({ path, lines }) => [path, lines])).toEqual([
      ['.gitignore', 1],
      ['new.ts', 2],
    ])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

it('lists every setting with its default', () => {
  expect(settingsTable()).toContain('| `PORT` | `3000` |')
  expect(settingsTable()).toContain('| `DATABASE_URL` |  |')
  expect(withSettingsTable('no marks')).toBeNull()
})
