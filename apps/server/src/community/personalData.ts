import type { PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import {
  eraseCommunityTexts,
  listCommunityAppeals,
  listCommunityLikes,
  listCommunityTexts,
} from './service/privacy.ts'

/** What this module stores about a customer. */
export const communityPersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [
    { name: 'communityTexts', rows: () => listCommunityTexts(db, uid) },
    { name: 'communityAppeals', rows: () => listCommunityAppeals(db, uid) },
    { name: 'communityLikes', rows: () => listCommunityLikes(db, uid) },
  ],
  erase: (tx, { uid, businessMs }) => eraseCommunityTexts(tx, uid, businessMs),
}
