import { type Db, keysetPages, mergeSorted } from '../../../platform/database/index.ts'
import { type BookedEntry, listAccountsOf, listEntriesAfter } from '../store/journal.ts'

/** Entries per read of one account. */
const entriesAtOnce = 100

/** Every entry of a customer in the order in which they were booked, read by index, however many there are. */
export const streamJournal = async function* (db: Db, uid: number): AsyncGenerator<BookedEntry> {
  const accounts = await listAccountsOf(db, uid)
  const entries = accounts.map((account) =>
    keysetPages<BookedEntry>(
      (last) => listEntriesAfter(db, account, last?.sequence ?? 0, entriesAtOnce),
      entriesAtOnce,
    ),
  )
  yield* mergeSorted(entries, (a, b) => a.id - b.id)
}
