import { z } from 'zod'

/** The answer of `ledgerCheck`: every invariant with how many rows break it and some of them. */
export const ledgerReport = z.object({
  balanced: z.boolean(),
  at: z.number().int(),
  invariants: z.array(
    z.object({
      name: z.string(),
      holds: z.boolean(),
      broken: z.number().int(),
      examples: z.array(z.string()),
    }),
  ),
})
export type LedgerReport = z.infer<typeof ledgerReport>
