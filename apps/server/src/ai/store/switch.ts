import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { AiTables } from '../schema.ts'

export type SwitchRow = Selectable<AiTables['ai_switch']>

const tables = (db: Db | Tx) => db.withTables<AiTables>()

/** Whether AI ordering is on for all customers. */
export const findSwitch = (db: Db | Tx): Promise<SwitchRow> =>
  tables(db).selectFrom('ai_switch').selectAll().executeTakeFirstOrThrow()

export const lockSwitch = (tx: Tx): Promise<SwitchRow> =>
  tables(tx).selectFrom('ai_switch').selectAll().forUpdate().executeTakeFirstOrThrow()

export const updateSwitch = (tx: Tx, isOn: boolean, remark: string, atMs: number): Promise<SwitchRow> =>
  tables(tx)
    .updateTable('ai_switch')
    .set({ is_on: isOn, remark, changed_ms: atMs })
    .returningAll()
    .executeTakeFirstOrThrow()
