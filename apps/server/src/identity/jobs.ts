import type { Platform } from '../platform/index.ts'
import { deleteExpired } from './store/sessions.ts'

/** Forgets sessions that ran out; returns how many. A token of one is then unknown, which is what it was before. */
export const forgetExpiredSessions = ({
  clock,
  database,
}: Pick<Platform, 'clock' | 'database'>): Promise<number> => deleteExpired(database.db, clock.business())
