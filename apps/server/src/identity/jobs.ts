import { deleteStaleAttempts } from '../access/attempts/index.ts'
import { purgePasskeyChallenges } from '../access/passkeys/index.ts'
import type { Job } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { runLostFactors } from './service/lostFactor.ts'
import { customerKind } from './service/principal.ts'
import { deleteOldCaptchas } from './store/captchas.ts'
import { deleteOldIntroductions } from './store/introductions.ts'
import { deleteExpiredSessions } from './store/sessions.ts'
import { purgeStreamTickets } from './store/streamTickets.ts'
import { deleteOldUndos } from './store/undo.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** Forgets sessions that ran out; returns how many. A token of one is then unknown, which is what it was before. */
export const purgeExpiredSessions = ({ clock, database }: Deps): Promise<number> =>
  deleteExpiredSessions(database.db, clock.business())

const maxWindowMs = 86_400_000

/** Forgets counts, spent captchas, stream tickets, challenges of passkeys and introduction codes that mean nothing any more; returns how many. */
export const purgeAttempts = async ({ clock, database: { db } }: Deps): Promise<number> => {
  const atMs = clock.now()
  return (
    (await deleteStaleAttempts(db, atMs - maxWindowMs)) +
    (await deleteOldCaptchas(db, atMs)) +
    (await deleteOldIntroductions(db, atMs)) +
    (await deleteOldUndos(db, clock.business())) +
    (await purgeStreamTickets(db, atMs)) +
    (await purgePasskeyChallenges(db, customerKind.tables, atMs))
  )
}

/** The purges, and the requests for lost second factors whose waiting time is over. */
export const identityJobs = (platform: Deps & Pick<Platform, 'log'>): readonly Job[] => [
  {
    name: 'identity.purge',
    cron: '*/10 * * * *',
    afterStartSeconds: null,
    run: () => Promise.all([purgeExpiredSessions(platform), purgeAttempts(platform)]),
  },
  {
    name: 'identity.lostFactors',
    cron: '*/10 * * * *',
    afterStartSeconds: null,
    run: () => runLostFactors(platform),
  },
]
