import { env } from 'node:process'
import { defineConfig } from 'vitest/config'

/** The tests that stand beside the rules of a domain: a mutant is killed by them or not at all. */
export default defineConfig({
  test: { include: [`packages/core/src/${env.MUTATE_DOMAIN}/**/*.test.ts`], reporters: [] },
})
