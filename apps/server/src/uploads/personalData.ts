import type { PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listCustomerPictures } from './service.ts'
import { updateAllDeleting } from './store.ts'

/** What this module stores about a customer. */
export const picturePersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [
    { name: 'pictures', rows: () => listCustomerPictures(db, uid) },
  ],
  erase: (tx, { uid }) => updateAllDeleting(tx, uid),
}
