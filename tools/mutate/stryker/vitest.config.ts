import { env } from 'node:process'
import { defineConfig } from 'vitest/config'

/** Runs the tests beside the rules of a domain: only these can kill a mutant. */
export default defineConfig({
  test: { include: [`packages/core/src/${env.MUTATE_DOMAIN}/**/*.test.ts`], reporters: [] },
})
