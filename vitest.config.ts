import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './packages/testkit/src/longestFirst.ts'

const everywhere = ['packages/*/src', 'apps/*/src', 'tools/*/src']
const files = (suffix: string) => everywhere.map((folder) => `${folder}/**/*.${suffix}.{ts,tsx}`)
const realParts = ['**/*.pg.test.ts', '**/*.web.test.ts']
/** Tests that take long and repeat what shorter ones show in fewer cases; `npm test -- all` runs them as well. */
const long = '**/*.long.*.test.ts'
/** Files that take some of their cases in the short ring; the long ring runs them again with all. */
const thinned = (patterns: string[]): string[] =>
  patterns
    .flatMap((pattern) => globSync(pattern))
    .filter((path) => /testkit\/cases'|\bstep\.long\(|\blongIt\(/.test(readFileSync(path, 'utf8')))
const inBrowser = ['apps/web/e2e', 'packages/ui/src', 'apps/staff/src'].map(
  (folder) => `${folder}/**/*.web.test.ts`,
)
const longInBrowser = inBrowser.map((pattern) => pattern.replace('.web.', '.long.web.'))
/** Which of many cases a test takes; see `packages/testkit/src/cases.ts`. */
const [short, whole] = [{ caseStride: 7 }, { caseStride: 1 }]

/** Tests wait for a database more than they compute: even on two cores two at a time are faster than one. */
const workers = Math.max(2, availableParallelism() - 1)

const setupFiles = [fileURLToPath(import.meta.resolve('./packages/testkit/src/properties.setup.ts'))]

/** One second, the default, is shorter than a page load beside other load, where one has taken 20 s. */
const expectations = { poll: { timeout: 45_000 } }

const integration = {
  setupFiles,
  maxWorkers: workers,
  alias: {
    '@node-rs/argon2': fileURLToPath(import.meta.resolve('./packages/testkit/src/rememberedHashes.setup.ts')),
  },
  globalSetup: ['packages/testkit/src/postgres.setup.ts'],
  // As for the unit tests: a third of the computing was loading modules.
  isolate: false,
  // Beside other load a test of half a second has taken half a minute.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: expectations,
}

/** Beside other load a long test computes for minutes; one that takes ten hangs. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000 }

const web = {
  globalSetup: ['apps/web/e2e/products.setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: expectations,
  maxWorkers: workers,
  // As for the others: each file loaded the browser's driver anew.
  isolate: false,
}

export default defineConfig({
  test: {
    reporters: ['default'],
    maxWorkers: workers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: files('test'),
          exclude: [...realParts, '**/node_modules/**'],
          setupFiles,
          // Four fifths of the work was loading the same modules for every file anew. A test that changes a global
          // or needs a fresh module puts it back or resets the modules itself.
          isolate: false,
          // Something hangs only when it hangs on a busy machine too.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: files('pg.test'),
          exclude: [long, '**/node_modules/**'],
          provide: short,
          ...integration,
        },
      },
      {
        test: {
          name: 'integration-long',
          include: [...files('long.pg.test'), ...thinned(files('pg.test'))],
          provide: whole,
          ...integration,
          ...patience,
        },
      },
      { test: { name: 'web', include: inBrowser, exclude: [long], provide: short, ...web } },
      {
        test: {
          name: 'web-long',
          include: [...longInBrowser, ...thinned(inBrowser)],
          provide: whole,
          ...web,
          ...patience,
        },
      },
    ],
  },
})
