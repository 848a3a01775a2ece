export { buildBalanceTrail } from './service/trail.ts'
export { type JournalDays, type JournalEntry, listJournalRows, sumJournal } from './store/journal.ts'
export {
  listStatementAccounts,
  listStatementEntries,
  type StatementAccount,
  type StatementLine,
} from './store/statement.ts'
