import { defineConfig } from 'vitest/config'

const everywhere = ['packages/*/src', 'apps/*/src', 'tools/*/src']
const files = (suffix: string) => everywhere.map((folder) => `${folder}/**/*.${suffix}.{ts,tsx}`)
const realParts = ['**/*.pg.test.ts', '**/*.web.test.ts']

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: files('test'),
          exclude: [...realParts, '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'integration',
          include: files('pg.test'),
          globalSetup: ['packages/testkit/src/postgres.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/e2e/**/*.web.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
