import { ledgerPersonalData } from './personalData.ts'

/** What the composition root connects of this module. */
export const ledgerJournalModule = { personalData: ledgerPersonalData }
