import { partsOfModules } from './parts.ts'
import { sealedAnswers } from './platform/idempotency/index.ts'
import type { Job } from './platform/jobs/index.ts'
import { resealCheck, resealColumn, type SealedColumn } from './platform/secrets/index.ts'
import type { Platform } from './platform/services/index.ts'
import type { UploadsDeps } from './uploads/index.ts'
import { uploadsModule } from './uploads/module.ts'

/** Everything in the database that is sealed with `SECRET_KEY`, besides the check of the key itself. */
const sealedColumns: readonly SealedColumn[] = [
  ...partsOfModules.flatMap((parts) => parts.sealedColumns ?? []),
  sealedAnswers,
]

type Deps = Pick<Platform, 'database' | 'log' | 'secrets'> & Pick<UploadsDeps, 'blobs'>

/**
 * Seals everything anew that is sealed with a former secret, the check of the key last: from then on a start without the
 * former ones succeeds. Returns how much was sealed anew; repeated, it does nothing.
 */
export const resealAll = async (deps: Deps): Promise<number> => {
  let count = 0
  for (const column of sealedColumns) count += await resealColumn(deps.database.db, deps.secrets, column)
  count += await uploadsModule.provides.resealPictures(deps)
  await resealCheck(deps.database.db, deps.secrets)
  return count
}

/** Runs `resealAll` behind a start with former secrets. */
export const resealingJobs = (deps: Deps): readonly Job[] => {
  if (!deps.secrets.hasFormer) return []
  const run = async (): Promise<void> => {
    const count = await resealAll(deps)
    deps.log.info(
      { count, keyid: deps.secrets.keyid },
      'everything is sealed with SECRET_KEY; SECRET_KEY_FORMER can be removed',
    )
  }
  return [{ name: 'platform.reseal', cron: null, afterStartSeconds: 0, run }]
}
