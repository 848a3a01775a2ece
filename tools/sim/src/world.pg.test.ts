import { readFileSync } from 'node:fs'
import { someCases } from '@glasshouse/testkit/cases'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { formatRun, runWorld } from './run.ts'
import { openWorld } from './world.ts'

const seeds = z
  .array(
    z.strictObject({
      seed: z.number().int(),
      steps: z.number().int().min(1),
      day: z.iso.date(),
      reason: z.string().min(1),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('../seeds.json', import.meta.url), 'utf8')))

it.each(someCases(seeds, 0))(
  'seed $seed holds for $steps steps ($reason)',
  async ({ seed, steps }) => {
    const database = await cloneDatabase(1)
    try {
      const world = await openWorld(database.url, seed)
      try {
        const report = await runWorld(world, seed, steps)
        expect(report.broken, formatRun(report)).toBeNull()
        expect(report.steps).toBe(steps)
      } finally {
        await world.close()
      }
    } finally {
      await database.drop()
    }
  },
  120_000,
)
