import type { AiOutcome } from '@glasshouse/core/ai/run'
import type { Db, PageRange, Tx } from '../../platform/database/index.ts'
import type { AiTables, DecisionRow } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<AiTables>()

export const insertDecision = async (tx: Tx, decision: DecisionRow): Promise<void> => {
  await tables(tx).insertInto('ai_decision').values(decision).execute()
}

/** What a run decided last, or the last time it decided one thing; undefined before. */
export const findLastDecision = (
  db: Db,
  runId: number,
  outcome: AiOutcome | 'any',
): Promise<DecisionRow | undefined> =>
  tables(db)
    .selectFrom('ai_decision')
    .selectAll()
    .where('run_id', '=', runId)
    .$if(outcome !== 'any', (query) => query.where('outcome', '=', outcome as AiOutcome))
    .orderBy('candle_ms', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Everything the runs of a customer decided, oldest first, by page. */
export const listDecisions = (db: Db, uid: number, page: PageRange): Promise<readonly DecisionRow[]> =>
  tables(db)
    .selectFrom('ai_decision')
    .innerJoin('ai_run', 'ai_run.id', 'ai_decision.run_id')
    .selectAll('ai_decision')
    .where('ai_run.uid', '=', uid)
    .orderBy('ai_decision.run_id')
    .orderBy('ai_decision.candle_ms')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
