import { formatUsdt } from '@glasshouse/core/money/units'
import type { Db } from '../../platform/database/index.ts'
import type { PersonalData } from '../../platform/personalData/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { balancesOf as listBalances } from '../posting/index.ts'
import { streamJournal } from './service/journalStream.ts'

const balancesOf = async (db: Db, uid: number) =>
  (await listBalances(db, uid)).map(({ balance, ...account }) => ({
    ...account,
    balance: formatUsdt(balance),
  }))

const journalOf = async function* (db: Db, uid: number) {
  for await (const { sequence: _, amount, balance, ...entry } of streamJournal(db, uid))
    yield { ...entry, amount: formatUsdt(amount), balance: formatUsdt(balance) }
}

/** What this module stores about a customer. */
export const ledgerPersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [
    { name: 'balances', rows: () => balancesOf(db, uid) },
    { name: 'journal', rows: () => journalOf(db, uid) },
  ],
}
